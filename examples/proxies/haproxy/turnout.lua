-- Asks a gateway of Turnout where a request belongs: its answer is the name of a backend, or the status to answer.
local ENDPOINT = "http://127.0.0.1:8090/.well-known/turnout/decide"
local TIMEOUT_MS = 2000

local OWN = { host = true, connection = true, ["content-length"] = true, ["transfer-encoding"] = true, expect = true }

local function body_of(txn, headers)
  if headers["transfer-encoding"] then return "unknown" end
  local length = headers["content-length"]
  if not length then
    -- In HTTP/2 a body may follow that no field announces.
    return txn.f:req_ver():find("^1") and "none" or "unknown"
  end
  return tonumber(length[0]) == 0 and "none" or "some"
end

local function question(txn)
  local headers = txn.http:req_get_headers()
  local asked = {}
  for name, lines in pairs(headers) do
    if not OWN[name] and not name:find("^x%-original%-") then
      local values = {}
      for i = 0, #lines do values[i + 1] = lines[i] end
      asked[name] = values
    end
  end
  asked["host"] = { "turnout" }
  asked["x-original-method"] = { txn.f:method() }
  asked["x-original-uri"] = { txn.f:url() }
  asked["x-original-address"] = { txn.f:src() }
  asked["x-original-body"] = { body_of(txn, headers) }
  if headers["host"] then asked["x-original-host"] = { headers["host"][0] } end
  return asked
end

local function refuse(txn, status)
  txn:done(txn:reply({ status = status }))
end

-- The lines of a field of an answer, from 1 on.
local function lines_of(answer, name)
  local lines, found = answer.headers and answer.headers[name], {}
  for i = 0, lines and #lines or -1 do found[i + 1] = lines[i] end
  return found
end

core.register_action("turnout", { "http-req" }, function(txn)
  local answer = core.httpclient():get({ url = ENDPOINT, headers = question(txn), timeout = TIMEOUT_MS })
  local function told(name)
    local lines = answer.headers and answer.headers[name]
    return lines and lines[0]
  end
  if told("decision-outcome") == "cell" then
    txn:set_var("txn.turnout_backend", told("decision-cell"))
    txn:set_priv(lines_of(answer, "set-cookie"))
    txn.http:req_set_header("X-Stages", told("decision-stages") or "")
  elseif told("decision-outcome") == "authority" or told("decision-reason") == "unreadable-body" then
    txn:set_var("txn.turnout_backend", "turnout")
  elseif told("decision-outcome") == "reject" then
    refuse(txn, tonumber(told("decision-status")))
  else
    core.log(core.warning, "turnout: no decision, status " .. tostring(answer.status))
    refuse(txn, 503)
  end
end)

-- Adds the cookies of the decision to the answer of the cell.
core.register_action("turnout-cookies", { "http-res" }, function(txn)
  for _, cookie in ipairs(txn:get_priv() or {}) do txn.http:res_add_header("Set-Cookie", cookie) end
end)
