-- Keeps one copy of a route and the memory of its removal under one key, in the order of versions.
-- All times are this server's own, in milliseconds. EntryCodec describes the bytes.
--   get     (KEYS: place)                                                     -> time, value
--   put     (KEYS: place; fingerprint, version, sent at, fresh for, expire after, age, tail)
--                                                                             -> 1 if taken
--   remove  (KEYS: place; fingerprint, below version)                         -> 1
local FORMAT, REMOVAL, ENTRY = 1, 1, 2
local HEADER, REMOVED, LIFE = '>BBc8', '>I7I6', '>I7I6I6'
local READ_BYTES = 1024 -- what a read returns of a value at most; an entry has far less
local HEADER_BYTES, REMOVED_BYTES, LEAST_ENTRY_BYTES = 10, 13, 27
local REMEMBERED_MILLIS = 90000 -- a removal
local TOLERATED_MILLIS = 500    -- by how much a put may seem to be loaded later than it was

local place, operation, fingerprint = KEYS[1], ARGV[1], ARGV[2]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local value = redis.call('GET', place)

if operation == 'get' then
  return struct.pack('>I6', now) .. (value or ''):sub(1, READ_BYTES)
end

-- What is held and alive. What another format or another key left there counts as nothing.
local function read()
  local held = {}
  if not value or #value < HEADER_BYTES then
    return held
  end
  local format, flags, owner, at = struct.unpack(HEADER, value)
  if format ~= FORMAT or flags > REMOVAL + ENTRY or owner ~= fingerprint then
    return held
  end
  if flags % 2 == REMOVAL then
    if #value < at - 1 + REMOVED_BYTES then
      return held
    end
    local below, removed, after = struct.unpack(REMOVED, value, at)
    at = after
    if now < removed + REMEMBERED_MILLIS then
      held.below, held.removed = below, removed
    end
  end
  if flags >= ENTRY and #value >= at - 1 + LEAST_ENTRY_BYTES then
    local version, fresh, expires = struct.unpack(LIFE, value, at)
    if now < expires then
      held.version, held.fresh, held.expires, held.entry = version, fresh, expires, value:sub(at)
    end
  end
  return held
end

-- Writes it, for as long as the longer of both lives; the reply is an error if it cannot.
local function write(held)
  local flags, parts, ends = 0, '', now
  if held.below then
    flags = REMOVAL
    parts = struct.pack(REMOVED, held.below, held.removed)
    ends = held.removed + REMEMBERED_MILLIS
  end
  if held.entry then
    flags = flags + ENTRY
    parts = parts .. held.entry
    ends = math.max(ends, held.expires)
  end
  local bytes = struct.pack(HEADER, FORMAT, flags, fingerprint) .. parts
  return redis.pcall('SET', place, bytes, 'PX', string.format('%.0f', ends - now))
end

local held = read()

if operation == 'put' then
  local version, tail = tonumber(ARGV[3]), ARGV[8]
  local sent = math.min(now, tonumber(ARGV[4])) -- a life does not wait for a put to arrive
  local fresh = math.max(0, sent + tonumber(ARGV[5]))
  local expires = sent + tonumber(ARGV[6])
  local loaded = sent - tonumber(ARGV[7])
  local refused = held.below and version < held.below and loaded <= held.removed + TOLERATED_MILLIS
  local newer = not held.entry or version > held.version
    or (version == held.version and fresh > held.fresh)
  if refused or not newer or expires <= now then
    return 0
  end
  held.expires = expires
  held.entry = struct.pack(LIFE, version, fresh, expires) .. tail
  local written = write(held)
  return written.err and written or 1
end

if operation == 'remove' then
  local below = tonumber(ARGV[3])
  local drops = held.entry and held.version < below
  if drops then
    held.entry = nil
  end
  held.below, held.removed = math.max(held.below or 0, below), now
  local written = write(held)
  if written.err then
    if drops then
      redis.call('DEL', place) -- a full store cannot remember, but it can forget
    end
    return written
  end
  return 1
end

return redis.error_reply('ERR unknown operation')
