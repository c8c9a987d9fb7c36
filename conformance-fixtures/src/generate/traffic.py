#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the fixtures of traffic/ that hold computed values, with nothing but Python 3.

It knows the functions from their description alone and shares no code with the library, so that
two readings of the description meet in these files. Run it by hand:

    python3 conformance-fixtures/src/generate/traffic.py
"""
import base64
import hashlib
import hmac
import ipaddress
import json
import math
import pathlib
import random

FIXTURES = pathlib.Path(__file__).parent.parent / 'main/resources/fixtures'
START = 1767225600  # 2026-01-01T00:00:00Z
SECRET_1 = b'fixture secret one, long enough for each algorithm of HMAC: 0123456789'
SECRET_2 = b'fixture secret two, of 32 bytes.'
EDGE_1 = b'fixture edge one signs with these bytes'
EDGE_2 = b'fixture edge two, of 32 bytes...'
RANDOM = random.Random(20260101)
ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'


# ---------------------------------------------------------------- files

# The sections of docs/rules.md that the files stand on.
PROVES = {
    'accept-split-weights': ['Splits', 'Weights', 'Stages', 'How a stage is chosen', 'The routing ID'],
    'accept-split-new-users': ['The routing ID', 'How a stage is chosen'],
    'accept-sessions': ['Sessions', 'How a stage is chosen', 'Stages', 'Pins'],
    'accept-forged-sessions': ['Sessions'],
    'accept-pins': ['Pins', 'Stages', 'Splits', 'How a stage is chosen'],
    'accept-split-conditions': ['Splits', 'Conditions'],
    'refuse-splits': ['Splits'],
    'accept-signatures': ['Signatures of requests', 'When a signature is good', 'How an edge proves itself'],
    'refuse-signatures': ['Signatures of requests', 'When a signature is good', 'How an edge proves itself'],
    'accept-rfc9421': ['When a signature is good', 'Signatures of requests'],
    'refuse-rfc9421': ['When a signature is good'],
    'accept-signed-routers': ['When a signature is good', 'Edges'],
    'refuse-signed-routers': ['When a signature is good', 'Edges'],
    'accept-signed-proxies': ['Edges'],
    'accept-client-addresses': ['The address of a client'],
    'refuse-client-addresses': ['The address of a client'],
    'accept-tags': ['Tags', 'When a tag is on a request', 'Files of addresses', 'Tags as conditions', 'Ranges of addresses'],
    'refuse-tags': ['Tags as conditions', 'When a tag is on a request'],
    'accept-told-splits': ['Stages that a router has chosen', 'Who the client is', 'How a stage is chosen'],
    'refuse-told-splits': ['Stages that a router has chosen', 'Who the client is'],
}

def flow(value):
    return json.dumps(value, ensure_ascii=True)


def write(path, about, rules, cases, **settings):
    names = [case['name'] for case in cases]
    assert len(names) == len(set(names)), (path, [n for n in names if names.count(n) > 1])
    proves = ['rules: ' + section for section in PROVES[path.split('/')[1].split('.')[0]]]
    lines = ['# written by src/generate/traffic.py', 'kind: decide', 'about: ' + flow(about), 'proves: [ ' + flow(proves)[1:-1] + ' ]']
    lines += [f'{key}: {flow(value)}' for key, value in settings.items()]
    lines += ['rules: |'] + ['  ' + line for line in rules.strip('\n').split('\n')] + ['cases:']
    for case in cases:
        first = True
        for key, value in case.items():
            lines.append(('  - ' if first else '    ') + f'{key}: {flow(value)}')
            first = False
    (FIXTURES / path).write_text('\n'.join(lines) + '\n', encoding='utf-8')
    print(path, len(cases))


def case(name, headers, expect, target='/', method=None, remote=None, **more):
    request = {'method': method} if method else {}
    request['target'] = target
    if headers:
        request['headers'] = [list(field) for field in headers]
    if remote:
        request['remote'] = remote
    return {'name': name, **more, 'request': request, 'expect': expect}


def exactly(text):
    """An expression that fits one text of the characters of session cookies."""
    return text.replace('.', '\\.')


# ---------------------------------------------------------------- the hash

def first8(data):
    return int.from_bytes(hashlib.sha256(data).digest()[:8], 'big')


def finalised(z):
    mask = (1 << 64) - 1
    z = ((z ^ (z >> 30)) * 0xbf58476d1ce4e5b9) & mask
    z = ((z ^ (z >> 27)) * 0x94d049bb133111eb) & mask
    return z ^ (z >> 31)


def winner(split, stages, routing_id):
    """The stage of the lowest score; it must be clear of the next by more than any logarithm errs."""
    h = first8(split.encode() + b'\0' + routing_id.encode())
    scores = []
    for place, (name, weight) in enumerate(stages):
        if weight > 0:
            m = finalised(h ^ first8(name.encode()))
            u = ((m >> 11) + 0.5) * 2.0 ** -53
            scores.append((-math.log(u) / weight, place, name))
    scores.sort()
    assert len(scores) < 2 or scores[1][0] - scores[0][0] > 2.0 ** -40 * scores[1][0]
    return scores[0][2]


# ---------------------------------------------------------------- splits by weights

WEIGHTS = {
    'even': [('a', 1), ('b', 1)],
    'even-too': [('a', 1), ('b', 1)],
    'third': [('a', 1), ('b', 2)],
    'thirds': [('red', 33), ('green', 33), ('blue', 33)],
    'rare': [('canary', 0.5), ('prod', 99.5)],
    'tiny': [('canary', 0.000000001), ('prod', 1)],
    'huge': [('a', 999999999), ('b', 999999998.5)],
    'zero': [('none', 0), ('a', 1), ('b', 3)],
    'single': [('only', 0.25)],
    'many': [(f's{i}', i) for i in range(64)],
}
CLOSED = [('a', 1, False), ('b', 5, True), ('c', 1, False)]


def number(weight):
    return f'{weight:.9f}'.rstrip('0').rstrip('.') if isinstance(weight, float) else str(weight)


def weight_rules():
    lines = ['turnout: 1', 'splits:']
    for name, stages in WEIGHTS.items():
        written = ', '.join(f'{{ name: {s}, weight: {number(w)} }}' for s, w in stages)
        lines.append(f'  - {{ name: {name}, id: {{ cookie: rid, max-age: 1h }}, stages: [ {written} ] }}')
    written = ', '.join(
        f'{{ name: {s}, weight: {w}{", closed: true" if c else ""} }}' for s, w, c in CLOSED)
    lines.append(f'  - {{ name: closed, id: {{ cookie: rid, max-age: 1h }}, stages: [ {written} ] }}')
    return '\n'.join(lines + ['rules:', '  - { name: all, then: authority }'])


def by_weights(routing_id):
    stages = dict(WEIGHTS, closed=[(s, 0 if c else w) for s, w, c in CLOSED])
    return {name: {'stage': winner(name, of, routing_id), 'how': 'computed'}
            for name, of in stages.items()}


def ids():
    named = [(f'the character {ord(c):02x}', c) for c in 'aZ09-_.~!#$%&\'()*+/:<=>?@[]^`{|}']
    named += [(f'user-{i}', f'user-{i}') for i in range(80)]
    for i in range(180):
        made = ''.join(RANDOM.choice(ALPHABET) for _ in range(22))
        named.append((f'made {i}, {made}', made))
    named += [(f'{n} characters', 'x' * n) for n in (2, 21, 23, 64, 255, 256)]
    named += [('nothing is decoded', 'caf%C3%A9'), ('equals signs within', 'a=b=='),
              ('the bytes of base64', 'AAAAAAAAAAAAAAAAAAAAAA=='), ('digits alone', '0000000001')]
    return named


def split_weights():
    cases = [case(name, [('Cookie', 'rid=' + i)],
                  {'outcome': 'authority', 'rule': 'all', 'splits': by_weights(i), 'set-cookie': None})
             for name, i in ids()]
    i = 'user-7'
    for name, cookies in [
            ('in double quotes, which are taken off', [f'rid="{i}"']),
            ('among others', [f'a=1; rid={i}; b=2']),
            ('the same value twice', [f'rid={i}; rid={i}']),
            ('the same value in two lines', [f'rid={i}', f'rid={i}']),
            ('beside pieces that are no pair', [f'a b; rid={i}; "c; ;=;'])]:
        cases.append(case(name, [('Cookie', c) for c in cookies],
                          {'outcome': 'authority', 'splits': by_weights(i), 'set-cookie': None}))
    write('traffic/accept-split-weights.yaml', 'the stage of a routing ID, by the weights alone',
          weight_rules(), cases)

    new = {name: {'how': 'new'} for name in [*WEIGHTS, 'closed']}
    new['single']['stage'] = 'only'
    due = {'rid': {'value': '[A-Za-z0-9_-]{22}',
                   'with': ['Max-Age=3600', 'Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']}}
    cases = [case(name, [('Cookie', c) for c in cookies],
                  {'outcome': 'authority', 'rule': 'all', 'splits': new, 'set-cookie': due})
             for name, cookies in [
                 ('no cookie', []),
                 ('a cookie of another name', ['other=user-7']),
                 ('its name in another case', ['RID=user-7']),
                 ('an empty value', ['rid=']),
                 ('an empty value in double quotes', ['rid=""']),
                 ('257 characters', ['rid=' + 'x' * 257]),
                 ('a value that is no ASCII', ['rid=café']),
                 ('a value with a backslash', ['rid=a\\b']),
                 ('a value with a comma', ['rid=a,b']),
                 ('a value with a space', ['rid=a b']),
                 ('one double quote', ['rid="user-7']),
                 ('two values', ['rid=user-7; rid=user-8']),
                 ('two values in two lines', ['rid=user-7', 'rid=user-8']),
                 ('an empty value beside another', ['rid=; rid=user-7']),
                 ('a space before the equals sign', ['rid =user-7'])]]
    cases += [case('a header of that name', [('rid', 'user-7')],
                   {'outcome': 'authority', 'splits': new, 'set-cookie': due}),
              case('a parameter of that name', [],
                   {'outcome': 'authority', 'splits': new, 'set-cookie': due}, target='/?rid=user-7')]
    write('traffic/accept-split-new-users.yaml',
          'users without a routing ID that counts: they get one, the same for all splits of the cookie',
          weight_rules(), cases)


# ---------------------------------------------------------------- sessions

WEB = [('canary', 1), ('prod', 9), ('old', 0), ('broken', 0)]
API = [('a', 1), ('b', 1)]
LABELS = {'canary': {'version': '8f2', 'zone': 'a'}, 'prod': {'version': '8e9'}, 'old': {}, 'broken': {'version': 'x'}}
SESSION_RULES = '''
turnout: 1
tags:
  internal: { cidr: [10.0.0.0/8] }
splits:
  - name: web
    when: { path: [/, /web/**] }
    id: { cookie: rid, max-age: 30m, same-site: strict }
    pin: { header: X-App-Stage, tag: internal }
    sticky: session
    keys: [ { id: s1, secret: "env:TURNOUT_FIXTURE_SECRET" }, { id: s2, secret: "env:TURNOUT_FIXTURE_SECRET_2" } ]
    stages:
      - { name: canary, weight: 1, labels: { version: "8f2", zone: a } }
      - { name: prod, weight: 9, labels: { version: "8e9" } }
      - { name: old }
      - { name: broken, weight: 50, closed: true, labels: { version: x } }
  - name: api
    when: { path: /api }
    id: { cookie: sid, max-age: 1m }
    sticky: session
    keys: [ { id: s1, secret: "env:TURNOUT_FIXTURE_SECRET" } ]
    stages: [ { name: a, weight: 1 }, { name: b, weight: 1 }, { name: canary } ]
rules:
  - { name: closed, when: { path: /web/closed }, then: reject 410 }
  - { name: cell, when: { path: /web/cell }, then: cell us-1 }
  - { name: all, then: authority }
'''
KEYS = {'s1': SECRET_1, 's2': SECRET_2}


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()


def session(routing_id, stage, expires, split='web', key='s1', secret=None, version='v1', mac=None):
    text = f'{version}.{routing_id}.{stage}.{expires}.{key}'
    if mac is None:
        mac = base64url(hmac.new(secret or KEYS[key], text.encode() + b'\0' + split.encode(), hashlib.sha256).digest())
    return f'{text}.{mac}'


def web(stage, how):
    return {'web': {'stage': stage, 'how': how, 'labels': LABELS[stage]}}


def sessions():
    made = [''.join(RANDOM.choice(ALPHABET) for _ in range(22)) for _ in range(40)]
    one = made[0]
    later = START + 1800
    cases = []

    def kept(name, value, routing_id, stage, at=0, how='kept', path='/', headers=()):
        expect = {'outcome': 'authority', 'splits': web(stage, how),
                  'set-cookie': {'rid': {'value': exactly(session(routing_id, stage, later + at)),
                                         'with': ['Max-Age=1800', 'SameSite=Strict']}}}
        more = {'at': f'{at}s'} if at else {}
        value = value if isinstance(value, list) else [value]
        cases.append(case(name, [('Cookie', v) for v in value] + list(headers), expect, target=path, **more))

    for i, routing_id in enumerate(made):
        stage = ('canary', 'prod', 'old')[i % 3]
        kept(f'a session of {stage}, {i}', 'rid=' + session(routing_id, stage, later), routing_id, stage)
    for i, routing_id in enumerate(made[:12]):
        stage = ('broken', 'gone', 'canary2')[i % 3]
        kept(f'a session of a stage that does not answer, {stage}, {i}',
             'rid=' + session(routing_id, stage, later), routing_id,
             winner('web', WEB, routing_id), how='computed')
    good = session(one, 'canary', later)
    kept('by the key that signs no more', 'rid=' + session(one, 'old', later, key='s2'), one, 'old')
    kept('the last second of a session', 'rid=' + session(one, 'old', START + 1), one, 'old')
    kept('a session that ends in a thousand years', 'rid=' + session(one, 'old', 33000000000), one, 'old')
    kept('in double quotes', f'rid="{good}"', one, 'canary')
    kept('the same session twice', f'rid={good}; rid={good}', one, 'canary')
    kept('beside pieces that are no pair', f'a b; rid={good}; "', one, 'canary')
    kept('beside cookies of other splits and of none', [f'sid={good}', f'rid={good}', 'x=1'], one, 'canary')
    kept('a stage that is not there does not pin', f'rid={good}', one, 'canary', headers=[('X-App-Stage', 'prod')])
    cases[-1]['name'] = 'who is not internal does not pin'
    api = session(one, 'b', START + 60, split='api')
    cases.append(case('a session of another split', [('Cookie', 'sid=' + api)],
                      {'outcome': 'authority', 'splits': {'api': {'stage': 'b', 'how': 'kept', 'labels': {}}},
                       'set-cookie': {'sid': {'value': exactly(api), 'with': ['Max-Age=60', 'SameSite=Lax']}}},
                      target='/api'))
    cases.append(case('a request to a cell', [('Cookie', 'rid=' + good)],
                      {'outcome': 'cell', 'cell': 'us-1', 'splits': web('canary', 'kept'),
                       'set-cookie': {'rid': exactly(good)}}, target='/web/cell'))
    kept('slid on to thirty minutes from now', 'rid=' + session(one, 'old', START + 1800), one, 'old', at=1799)
    write('traffic/accept-sessions.yaml', 'a session keeps its stage and is slid on, or has a new one where that is closed',
          SESSION_RULES, cases)

    def parts(**changed):
        return '.'.join({**dict(zip(('version', 'id', 'stage', 'expires', 'key', 'mac'), good.split('.'))), **changed}.values())

    mac = good.rsplit('.', 1)[1]
    flipped = mac[:20] + ('A' if mac[20] != 'A' else 'B') + mac[21:]
    other = made[1]
    forged = [
        ('another version', parts(version='v2')),
        ('its version in another case', parts(version='V1')),
        ('another ID', parts(id=other)),
        ('one character of the ID in another case', parts(id=one.swapcase())),
        ('another stage', parts(stage='prod')),
        ('a closed stage', parts(stage='broken')),
        ('no stage', parts(stage='')),
        ('a longer life', parts(expires=str(later + 1))),
        ('another key', parts(key='s2')),
        ('a key that is not there', parts(key='s3')),
        ('a key that is not there, by a secret of a known one', session(one, 'old', later, key='s3', secret=SECRET_1)),
        ('one key by the secret of the other', session(one, 'old', later, key='s1', secret=SECRET_2)),
        ('a secret of an edge', session(one, 'old', later, secret=EDGE_1)),
        ('an empty secret', session(one, 'old', later, secret=b'\0')),
        ('no authentication', parts(mac='')),
        ('one character of the authentication', parts(mac=flipped)),
        ('a truncated authentication', parts(mac=mac[:-1])),
        ('half an authentication', parts(mac=mac[:22])),
        ('an authentication in hexadecimal digits',
         parts(mac=hmac.new(SECRET_1, good.rsplit('.', 1)[0].encode() + b'\0web', hashlib.sha256).hexdigest())),
        ('authenticated without the name of the split',
         parts(mac=base64url(hmac.new(SECRET_1, good.rsplit('.', 1)[0].encode(), hashlib.sha256).digest()))),
        ('authenticated without the zero byte',
         parts(mac=base64url(hmac.new(SECRET_1, good.rsplit('.', 1)[0].encode() + b'web', hashlib.sha256).digest()))),
        ('of another split', session(one, 'canary', later, split='api')),
        ('of a split whose name goes on', session(one, 'canary', later, split='web2')),
        ('an ID of 21 characters', session(one[:21], 'old', later)),
        ('an ID of 23 characters', session(one + 'A', 'old', later)),
        ('an ID with a character of another alphabet', session(one[:21] + '+', 'old', later)),
        ('over at this second', session(one, 'old', START)),
        ('over for a second', session(one, 'old', START - 1)),
        ('over for fifty years', session(one, 'old', 0)),
        ('an end before all time', session(one, 'old', -1)),
        ('an end with a fraction', session(one, 'old', f'{START + 60}.5')),
        ('an end that is no number', session(one, 'old', 'never')),
        ('a seventh part', good + '.x'),
        ('an empty seventh part', good + '.'),
        ('an empty first part', '.' + good),
        ('five parts', good.rsplit('.', 1)[0]),
        ('its version alone', 'v1'),
        ('dots alone', '.....'),
        ('an ID alone', one),
        ('a stage alone', 'canary'),
        ('513 characters', 'v1.' + 'A' * (513 - len(good)) + good[3:]),
        ('a kilobyte behind it', good + 'A' * 1024),
        ('a kilobyte before it', 'v1.' + 'A' * 1024 + good[25:]),
    ]
    forged += [(f'cut after {n} characters', good[:n]) for n in range(5, len(good), 9)]
    lines = [(name, ['rid=' + value]) for name, value in forged]
    lines += [('two sessions', [f'rid={good}; rid={session(other, "old", later)}']),
              ('two sessions of one user', [f'rid={good}; rid={session(one, "old", later)}']),
              ('a session and something else', [f'rid={good}', 'rid=x']),
              ('a session and an empty value', [f'rid={good}; rid=']),
              ('a session in the cookie of another split', [f'sid={good}']),
              ('a session in a cookie of another case', [f'Rid={good}'])]
    expect = {'outcome': 'authority', 'splits': {'web': {'how': 'new'}},
              'set-cookie': {'rid': {'value': f'v1\\.[A-Za-z0-9_-]{{22}}\\.(canary|prod)\\.{later}\\.s1\\.[A-Za-z0-9_-]{{43}}',
                                     'with': ['Max-Age=1800', 'SameSite=Strict']}}}
    write('traffic/accept-forged-sessions.yaml', 'a session that does not verify is as if it were not there',
          SESSION_RULES, [case(name, [('Cookie', c) for c in cookies], expect) for name, cookies in lines])


def pins():
    routing_id = 'user-7'
    rules = '''
turnout: 1
tags:
  internal: { cidr: [10.0.0.0/8] }
splits:
  - name: open
    id: { cookie: rid, max-age: 1h }
    pin: { header: X-Stage }
    stages: [ { name: a, weight: 1 }, { name: b, weight: 1, labels: { v: "2" } }, { name: idle, labels: { v: "0" } }, { name: shut, weight: 9, closed: true } ]
  - name: inside
    when: { tag: internal }
    id: { cookie: rid, max-age: 1h }
    stages: [ { name: a, weight: 1 }, { name: b, weight: 1 } ]
  - name: tagged
    when: { path: /tagged }
    id: { cookie: rid, max-age: 1h }
    pin: { header: X-Stage, tag: internal }
    stages: [ { name: a, weight: 1 }, { name: b, weight: 1 } ]
rules:
  - { name: gone, when: { path: /gone }, then: reject 410 }
  - { name: cell, when: { path: /cell }, then: cell us-1 }
  - { name: all, then: authority }
'''
    two = [('a', 1), ('b', 1)]
    cookie = ('Cookie', 'rid=' + routing_id)

    def by_hash(split):
        return {'stage': winner(split, two, routing_id), 'how': 'computed'}

    def pinned(stage, v=None):
        return {'stage': stage, 'how': 'pinned', 'labels': {'v': v} if v else {}}

    cases = []

    def add(name, headers, splits, outcome='authority', **more):
        expect = {'outcome': outcome, 'splits': splits, 'set-cookie': None}
        if outcome == 'cell':
            expect['cell'] = 'us-1'
        cases.append(case(name, [cookie] + headers, expect, **more))

    add('a stage that is named', [('X-Stage', 'b')], {'open': pinned('b', '2')})
    add('a stage of weight 0', [('X-Stage', 'idle')], {'open': pinned('idle', '0')})
    add('blanks around it', [('x-stage', ' \ta ')], {'open': pinned('a')})
    add('named twice', [('X-Stage', 'a'), ('X-Stage', 'a')], {'open': pinned('a')})
    add('to a cell', [('X-Stage', 'b')], {'open': pinned('b', '2')}, outcome='cell', target='/cell')
    for name, headers in [
            ('no stage', []), ('an empty name', [('X-Stage', '')]), ('a closed stage', [('X-Stage', 'shut')]),
            ('a stage that is not there', [('X-Stage', 'c')]), ('a stage in another case', [('X-Stage', 'A')]),
            ('two stages', [('X-Stage', 'a'), ('X-Stage', 'b')]), ('two stages in one line', [('X-Stage', 'a, b')]),
            ('a stage in quotes', [('X-Stage', '"a"')]), ('another field', [('X-Stages', 'a')])]:
        add(name, headers, {'open': by_hash('open')})
    add('who has the tag', [('X-Stage', 'a')],
        {'open': pinned('a'), 'inside': by_hash('inside'), 'tagged': pinned('a')}, target='/tagged', remote='10.1.2.3')
    add('who does not have the tag', [('X-Stage', 'a')], {'open': pinned('a'), 'tagged': by_hash('tagged')},
        target='/tagged', remote='192.0.2.1')
    add('who has no address', [('X-Stage', 'a')], {'open': pinned('a'), 'tagged': by_hash('tagged')}, target='/tagged')
    add('who says to be inside', [('X-Stage', 'a'), ('X-Forwarded-For', '10.1.2.3'), ('Turnout-Client', '"10.1.2.3";tags="internal"')],
        {'open': pinned('a'), 'tagged': by_hash('tagged')}, target='/tagged', remote='192.0.2.1')
    cases.append(case('pinned without a routing ID, which is not made', [('X-Stage', 'a')],
                      {'outcome': 'authority', 'splits': {'open': pinned('a')}, 'set-cookie': None}))
    write('traffic/accept-pins.yaml', 'a request names its stage, and splits concern whom their conditions say', rules, cases)
    cases = [case('turned away', [cookie, ('X-Stage', 'a')],
                  {'outcome': 'reject', 'status': 410, 'rule': 'gone', 'splits': None, 'set-cookie': None}, target='/gone'),
             case('turned away without a routing ID', [],
                  {'outcome': 'reject', 'status': 410, 'rule': 'gone', 'splits': None, 'set-cookie': None}, target='/gone')]
    write('traffic/refuse-splits.yaml', 'who is turned away has no stage and gets no cookie', rules, cases)


def conditions():
    two = [('a', 1), ('b', 1)]
    rules = '''
turnout: 1
splits:
  - { name: always, id: { cookie: rid, max-age: 1h }, stages: [ { name: a, weight: 1 }, { name: b, weight: 1 } ] }
  - { name: path, when: { path: [/web/**, "/shop/{id}"] }, id: { cookie: rid, max-age: 1h }, stages: [ { name: a, weight: 1 }, { name: b, weight: 1 } ] }
  - { name: host, when: { host: "*.example.com" }, id: { cookie: rid, max-age: 1h }, stages: [ { name: a, weight: 1 }, { name: b, weight: 1 } ] }
  - { name: several, when: { method: POST, query: { v: "2" }, header: { X-New: { present: true } } }, id: { cookie: rid, max-age: 1h }, stages: [ { name: a, weight: 1 }, { name: b, weight: 1 } ] }
rules:
  - { name: all, then: authority }
'''
    cases = []
    for name, concerned, headers, more in [
            ('no condition holds', [], [], {}),
            ('a path', ['path'], [], {'target': '/web/a'}),
            ('another path of the list, encoded', ['path'], [], {'target': '/%73hop/7'}),
            ('a path that goes on too far', [], [], {'target': '/shop/7/8'}),
            ('a malformed path, which ends nothing', [], [], {'target': '/web/%zz'}),
            ('a host', ['host'], [('Host', 'WWW.example.com:443')], {}),
            ('another host', [], [('Host', 'example.com')], {}),
            ('two hosts', [], [('Host', 'www.example.com'), ('Host', 'example.com')], {}),
            ('several that all hold', ['several'], [('X-New', '')], {'target': '/?v=2', 'method': 'POST'}),
            ('several of which one does not hold', [], [('X-New', '')], {'target': '/?v=2'}),
            ('two splits', ['path', 'host'], [('Host', 'a.b.example.com')], {'target': '/web/'})]:
        splits = {n: {'stage': winner(n, two, 'user-7'), 'how': 'computed'} for n in ['always'] + concerned}
        cases.append(case(name, [('Cookie', 'rid=user-7')] + headers,
                          {'outcome': 'authority', 'rule': 'all', 'splits': splits, 'set-cookie': None}, **more))
    write('traffic/accept-split-conditions.yaml', 'whom a split concerns', rules, cases)


# ---------------------------------------------------------------- signatures

def joined(headers, name):
    values = [v.strip(' \t') for n, v in headers if n.lower() == name]
    return ', '.join(values) if values else None


def component(name, method, target, headers):
    path, mark, query = target.partition('?')
    host = joined(headers, 'host')
    values = {'@method': method, '@path': path, '@query': '?' + query, '@request-target': target, '@scheme': 'https',
              '@authority': host and host.lower(), '@target-uri': f'https://{host}{target}'}
    return values[name] if name.startswith('@') else joined(headers, name)


def base(covered, parameters, method, target, headers):
    lines = [f'"{name}": {component(name, method, target, headers)}' for name in covered]
    inner = '(' + ' '.join(f'"{name}"' for name in covered) + ')' + parameters
    return '\n'.join(lines + [f'"@signature-params": {inner}']), inner


def sign(covered, secret, keyid, method='GET', target='/', headers=(), created=START, label='sig',
         alg=';alg="hmac-sha256"', expires=None, parameters=None):
    """The two fields of a signature of RFC 9421 by hmac-sha256."""
    if parameters is None:
        end = f';expires={expires}' if expires is not None else ''
        parameters = f';created={created}{end};keyid="{keyid}"{alg}'
    text, inner = base(covered, parameters, method, target, headers)
    mac = base64.b64encode(hmac.new(secret, text.encode('latin-1'), hashlib.sha256).digest()).decode()
    return f'{label}={inner}', f'{label}=:{mac}:'


EDGES = '''
turnout: 1
edges:
  - name: cdn
    signature:
      keys: [ { id: k1, secret: "env:TURNOUT_FIXTURE_EDGE_1" }, { id: k2, secret: "env:TURNOUT_FIXTURE_EDGE_2" } ]
      covers: ["@method", "@path", "@query", x-client]
      max-age: 60s
    client-ip: { header: X-Client }
  - name: lax
    signature: { keys: [ { id: l1, secret: "env:TURNOUT_FIXTURE_SECRET_2" } ], covers: ["@method"], max-age: 60s }
  - name: own
    router: true
    signature: { keys: [ { id: r1, secret: "env:TURNOUT_FIXTURE_SECRET" } ], covers: ["@method", "@path", "@query"], max-age: 60s }
tags:
  documented: { cidr: [203.0.113.0/24, "2001:db8::/32"] }
rules:
  - { name: cdn, when: { tag: via-cdn }, then: cell us-1 }
  - { name: lax, when: { tag: via-lax }, then: cell us-2 }
  - { name: own, when: { tag: via-own }, then: cell eu-1 }
  - { name: rest, then: reject 403 }
'''
COVERS = ['@method', '@path', '@query', 'x-client']
CLIENT = ('X-Client', '203.0.113.9')
THROUGH = {'address': '203.0.113.9', 'edges': ['cdn'], 'tags': ['documented', 'via-cdn'], 'hops': 0}
PEER = '192.0.2.1'


def signed(name, expect, covered=COVERS, secret=EDGE_1, keyid='k1', method='GET', target='/a?b=c', headers=(CLIENT,),
           sent=None, sent_target=None, sent_method=None, fields=None, tier=None, **how):
    """A case whose signature is made for one request and sent with that, or with another."""
    two = sign(covered, secret, keyid, method, target, headers, **how)
    if fields:
        two = fields(*two)
    added = two if isinstance(two, list) else [('Signature-Input', two[0]), ('Signature', two[1])]
    more = {'tier': tier} if tier else {}
    return case(name, list(headers if sent is None else sent) + added, expect, target=sent_target or target,
                method=None if (sent_method or method) == 'GET' else sent_method or method, remote=PEER, **more)


def signatures():
    proven = {'outcome': 'cell', 'cell': 'us-1', 'rule': 'cdn', 'client': THROUGH}
    lax = {'outcome': 'cell', 'cell': 'us-2', 'rule': 'lax', 'client': {'edges': ['lax'], 'tags': ['via-lax'], 'hops': 0}}
    nobody = {'outcome': 'reject', 'status': 403, 'rule': 'rest', 'client': None}
    host = [CLIENT, ('Host', 'Shop.Example')]
    good = [signed(f'the target {t}', proven, target=t)
            for t in ('/', '/?', '/a?b=c&b=c', '/a?b=%2B+c', '/a%2fb/%2F', '/a//b/./c/../d', '/a;x=1?y;z', '/a?b?c', '/%7Ea/~a')]
    good += [
        signed('another method', proven, method='DELETE'),
        signed('the other key', proven, secret=EDGE_2, keyid='k2'),
        signed('without its algorithm', proven, alg=''),
        signed('made thirty seconds ahead', proven, created=START + 30),
        signed('made sixty seconds ago', proven, created=START - 60),
        signed('an end a second ahead', proven, expires=START + 1),
        signed('more than has to be covered', proven, covered=COVERS + ['x-more'], headers=[CLIENT, ('X-More', '1')]),
        signed('covered in another order', proven, covered=COVERS[::-1]),
        signed('its parameters in another order', proven, parameters=f';keyid="k1";alg="hmac-sha256";created={START}'),
        signed('parameters that mean nothing here', proven, parameters=f';created={START};keyid="k1";nonce="n";tag="t"'),
        signed('another label', proven, label='a*b-c_d.e1'),
        signed('blanks around a covered value', proven, headers=[('X-Client', ' \t203.0.113.9 ')]),
        signed('a field with an empty value', proven, covered=COVERS + ['x-none'], headers=[CLIENT, ('X-None', '')]),
        signed('a field of two lines', proven, covered=COVERS + ['x-two'], headers=[CLIENT, ('X-Two', '1'), ('X-Two', '2')]),
        signed('two lines that became one on the way', proven, covered=COVERS + ['x-two'],
               headers=[CLIENT, ('X-Two', '1'), ('X-Two', '2')], sent=[CLIENT, ('X-Two', '1, 2')]),
        signed('a field that is not covered', proven, sent=[CLIENT, ('X-Other', '1')]),
        signed('the second of two is good', proven, fields=lambda i, s: [
            ('Signature-Input', f'x={i.split("=", 1)[1]}, {i}'), ('Signature', f'x=:AAAA:, {s}')]),
        signed('the first of two is good, in lines of their own', proven, fields=lambda i, s: [
            ('Signature-Input', i), ('Signature-Input', 'x=();created=1;keyid="z"'), ('Signature', s), ('Signature', 'x=:AAAA:')]),
        signed('an input without a signature beside it', proven, fields=lambda i, s: [
            ('Signature-Input', f'x=("@method");created={START};keyid="k1", {i}'), ('Signature', s)]),
        signed('a signature without an input beside it', proven, fields=lambda i, s: [
            ('Signature-Input', i), ('Signature', f'x=:AAAA:, {s}')]),
    ]
    for name in ('@method', '@path', '@query', '@request-target', '@authority', '@scheme', '@target-uri', 'host', 'x-client'):
        covered = ['@method'] + ([name] if name != '@method' else [])
        good.append(signed(f'the component {name}', lax, covered=covered, secret=SECRET_2, keyid='l1',
                           headers=host if name == '@authority' else [CLIENT, ('Host', 'shop.example')]))
    good += [limits(lax, 'eight signatures', others=7), limits(lax, '64 components', more=62),
             limits(lax, '8,192 characters in each field', length=8192)]
    two = sign(COVERS, EDGE_1, 'k1', 'GET', '/', [CLIENT])
    also = sign(['@method'], SECRET_2, 'l1', 'GET', '/', [CLIENT], label='lax')
    good.append(case('through two edges', [CLIENT, ('Signature-Input', f'{two[0]}, {also[0]}'), ('Signature', f'{two[1]}, {also[1]}')],
                     {**proven, 'client': {**THROUGH, 'edges': ['cdn', 'lax'], 'tags': ['documented', 'via-cdn', 'via-lax']}}, remote=PEER))
    good.append(signed('one edge proven, the other not', lax, covered=['@method'], secret=SECRET_2, keyid='l1',
                       fields=lambda i, s: [('Signature-Input', f'{i}, x={i[4:].replace("l1", "k1")}'), ('Signature', f'{s}, x={s[4:]}')]))
    write('traffic/accept-signatures.yaml', 'who proves to come through an edge by a signature', EDGES, good)

    bad = [
        signed('made 31 seconds ahead', nobody, created=START + 31),
        signed('made 61 seconds ago', nobody, created=START - 61),
        signed('an end at this second', nobody, expires=START),
        signed('an end that is over', nobody, expires=START - 1),
        signed('made before all time', nobody, created=-1),
        signed('another key than it says', nobody, secret=EDGE_2),
        signed('a key that is not there', nobody, keyid='k3'),
        signed('a key of another edge', nobody, keyid='l1'),
        signed('a secret of another edge', nobody, secret=SECRET_2),
        signed('its key in another case', nobody, keyid='K1'),
        signed('no key', nobody, parameters=f';created={START};alg="hmac-sha256"'),
        signed('a key that is no text', nobody, parameters=f';created={START};keyid=k1'),
        signed('no time', nobody, parameters=';keyid="k1"'),
        signed('a time that is text', nobody, parameters=f';created="{START}";keyid="k1"'),
        signed('a time with a fraction', nobody, parameters=f';created={START}.0;keyid="k1"'),
        signed('a time that is a date', nobody, parameters=f';created=@{START};keyid="k1"'),
        signed('an end that is text', nobody, parameters=f';created={START};expires="{START + 9}";keyid="k1"'),
        signed('a time twice', nobody, parameters=f';created=1;created={START};keyid="k1"'),
        signed('a key twice', nobody, parameters=f';created={START};keyid="l1";keyid="k1"'),
        signed('covered twice', nobody, covered=COVERS + ['@method']),
        signed('a component that answers have', nobody, covered=COVERS, fields=lambda i, s: (i.replace('"x-client"', '"x-client" "@status"'), s)),
        signed('a component of the request of an answer', nobody, fields=lambda i, s: (i.replace('"@method"', '"@method";req'), s)),
        signed('a component as its bytes', nobody, fields=lambda i, s: (i.replace('"x-client"', '"x-client";bs'), s)),
        signed('a component in upper case', nobody, fields=lambda i, s: (i.replace('"x-client"', '"X-Client"'), s)),
        signed('a component that is no text', nobody, fields=lambda i, s: (i.replace('"x-client"', 'x-client'), s)),
        signed('a field that is not there', nobody, covered=COVERS + ['x-more'], headers=[CLIENT, ('X-More', '1')], sent=[CLIENT]),
        signed('another value of a field', nobody, sent=[('X-Client', '203.0.113.8')]),
        signed('one more line of a field', nobody, sent=[CLIENT, ('X-Client', '203.0.113.8')]),
        signed('one line less of a field', nobody, headers=[CLIENT, ('X-Client', '203.0.113.8')], sent=[CLIENT]),
        signed('lines in another order', nobody, headers=[CLIENT, ('X-Client', '203.0.113.8')], sent=[('X-Client', '203.0.113.8'), CLIENT]),
        signed('sent again with another method', nobody, sent_method='DELETE'),
        signed('sent again with its method in lower case', nobody, sent_method='get'),
        signed('sent again to another path', nobody, sent_target='/b?b=c'),
        signed('sent again to a path that goes on', nobody, sent_target='/a/?b=c'),
        signed('sent again to a path in another case', nobody, sent_target='/A?b=c'),
        signed('sent again to an encoded path', nobody, sent_target='/%61?b=c'),
        signed('sent again with another query', nobody, sent_target='/a?b=d'),
        signed('sent again with more of a query', nobody, sent_target='/a?b=c&d'),
        signed('sent again without its query', nobody, sent_target='/a'),
        signed('sent again with an encoded query', nobody, sent_target='/a?b=%63'),
        signed('the path moved into the query', nobody, target='/a', sent_target='/?/a'),
        signed('a label that differs', nobody, fields=lambda i, s: (i, 'x' + s)),
        signed('a label in upper case', nobody, fields=lambda i, s: ('S' + i[1:], 'S' + s[1:])),
        signed('a label twice', nobody, fields=lambda i, s: (f'{i}, {i}', s)),
        signed('a label twice, in two lines', nobody, fields=lambda i, s: [
            ('Signature-Input', 'sig=();created=1;keyid="z"'), ('Signature-Input', i), ('Signature', s)]),
        signed('a signature twice', nobody, fields=lambda i, s: (i, f'sig=:AAAA:, {s}')),
        signed('an input alone', nobody, fields=lambda i, s: [('Signature-Input', i)]),
        signed('a signature alone', nobody, fields=lambda i, s: [('Signature', s)]),
        signed('fields in each other\'s place', nobody, fields=lambda i, s: (s, i)),
        signed('a signature as text', nobody, fields=lambda i, s: (i, s.replace(':', '"'))),
        signed('a signature in a list', nobody, fields=lambda i, s: (i, s.replace('=:', '=(:') + ')')),
        signed('an input that is no list', nobody, fields=lambda i, s: (f'sig;created={START};keyid="k1"', s)),
        signed('an input that does not end', nobody, fields=lambda i, s: (i[:-1], s)),
        signed('an empty signature', nobody, fields=lambda i, s: (i, 'sig=::')),
        signed('one bit of the signature', nobody,
               fields=lambda i, s: (i, s[:12] + ('A' if s[12] != 'A' else 'B') + s[13:])),
        signed('half of the signature', nobody, fields=lambda i, s: (i, s[:27] + ':')),
        signed('the signature twice behind itself', nobody, fields=lambda i, s: (i, s[:-2] + s[5:])),
        signed('in hexadecimal digits', nobody, fields=lambda i, s: (i, 'sig=:' + base64.b64decode(s[5:-1]).hex() + ':')),
        signed('in the alphabet of URLs and in no colons', nobody, fields=lambda i, s: (i, s.replace(':', ''))),
        signed('a comma at its end', nobody, fields=lambda i, s: (i + ',', s)),
        signed('in a field of another name', nobody, fields=lambda i, s: [('Signature_Input', i), ('Signature', s)]),
        signed('in the query', nobody, fields=lambda i, s: [('X-Signature-Input', i), ('X-Signature', s)]),
        case('no signature, but what it would prove', [CLIENT, ('Via', 'cdn'), ('Turnout-Client', '"203.0.113.9";tags="via-cdn"')], nobody, remote=PEER),
    ]
    bad += [signed(f'the algorithm {alg}', nobody, alg=f';alg="{alg}"')
            for alg in ('none', 'HMAC-SHA256', 'hmac-sha512', 'rsa-v1_5-sha256', 'ed25519', '')]
    bad.append(signed('an algorithm that is no text', nobody, alg=';alg=hmac-sha256'))
    bad += [signed(f'{missing} is not covered', nobody, covered=[c for c in COVERS if c != missing]) for missing in COVERS]
    bad.append(signed('nothing is covered', nobody, covered=[]))
    bad += [limits(nobody, 'nine signatures', others=8), limits(nobody, '65 components', more=63),
            limits(nobody, '8,193 characters in a field', length=8193)]
    write('traffic/refuse-signatures.yaml', 'signatures that prove nothing', EDGES, bad)
    rfc()
    routers()


def limits(expect, name, others=0, more=0, length=0):
    """A good signature of the edge lax among others, over more components, or in a long field."""
    many = [f'x-{i}' for i in range(more)]
    two = sign(['@method', '@path'] + many, SECRET_2, 'l1', headers=[(m, '1') for m in many])
    inputs = [two[0]] + [f'o{i}=();created=1;keyid="z"' for i in range(others)]
    values = [two[1]] + [f'o{i}=:AAAA:' for i in range(others)]
    added = [', '.join(inputs), ', '.join(values)]
    if length:  # blanks between two members are part of the field
        added = [f'{text},{" " * (length - len(text) - len(last) - 1)}{last}'
                 for text, last in zip(added, ('o=();created=1', 'o=:AAAA:'))]
        assert [len(text) for text in added] == [length] * 2
    fields = [('Signature-Input', added[0]), ('Signature', added[1])]
    return case(name, [(m, '1') for m in many] + fields, expect, remote=PEER)


def rfc():
    """The example of RFC 9421, appendix B.2.5, at the second when it was made."""
    secret = base64.b64decode('uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==')
    key = 'shared/rfc9421-shared-secret.key'
    (FIXTURES / key).write_bytes(secret)
    created = 1618884473
    headers = [('Host', 'example.com'), ('Date', 'Tue, 20 Apr 2021 02:07:55 GMT'), ('Content-Type', 'application/json')]
    two = sign(['date', '@authority', 'content-type'], secret, 'test-shared-secret', 'POST', '/foo?param=Value&Pet=dog',
               headers, created, 'sig-b25', alg='')
    assert two[1] == 'sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:', two
    rules = f'''
turnout: 1
edges:
  - name: rfc
    signature: {{ keys: [ {{ id: test-shared-secret, secret: "file:{key}" }} ], covers: ["@authority"], max-age: 60s }}
rules:
  - {{ name: proven, when: {{ tag: via-rfc }}, then: cell us-1 }}
  - {{ name: rest, then: reject 403 }}
'''
    proven = {'outcome': 'cell', 'cell': 'us-1', 'rule': 'proven', 'client': {'edges': ['rfc'], 'tags': ['via-rfc'], 'hops': 0}}
    nobody = {'outcome': 'reject', 'status': 403, 'rule': 'rest', 'client': None}
    added = [('Signature-Input', two[0]), ('Signature', two[1])]

    def at(name, seconds, expect, changed=None):
        return case(name, (changed or headers) + added, expect, target='/foo?param=Value&Pet=dog', method='POST',
                    **({'at': f'{seconds}s'} if seconds else {}))

    where = {'files': [key], 'start': '2021-04-20T02:07:53Z'}
    write('traffic/accept-rfc9421.yaml', 'the signature of a request in RFC 9421, B.2.5', rules,
          [at('at its time', 0, proven), at('a minute later', 60, proven)], **where)
    write('traffic/refuse-rfc9421.yaml', 'the signature of a request in RFC 9421, B.2.5, where it does not count', rules,
          [at('another date', 0, nobody, [headers[0], ('Date', 'Tue, 20 Apr 2021 02:07:56 GMT'), headers[2]]),
           at('another host', 0, nobody, [('Host', 'example.org'), *headers[1:]]),
           at('61 seconds later', 61, nobody)], **where)


def routers():
    """Routing fields of a router that signs."""
    rules = EDGES + '''  - { name: never, when: { path: /never }, key: { namespace: business, from: [ { header: X-Id } ] } }
'''
    plain = ['@method', '@path', '@query']
    told = ('Turnout-Client', '"203.0.113.9";tags="internal via-cdn"')
    hops = ('Turnout-Hops', '2')

    def of(name, headers, covered, client, sent=None, outcome=None, tier='authority'):
        expect = outcome or {'outcome': 'cell', 'cell': 'eu-1', 'rule': 'own'}
        return signed(name, {**expect, 'client': client}, covered=plain + covered, secret=SECRET_1, keyid='r1',
                      headers=headers, sent=sent, tier=tier)

    tags = ['documented', 'internal', 'via-own']
    believed = {'address': '203.0.113.9', 'edges': ['own'], 'tags': ['internal', 'via-own'], 'hops': 2}
    inner = ('Turnout-Client', '"203.0.113.9";tags="internal via-own"')
    known = {'edges': ['own'], 'tags': ['via-own'], 'hops': 0}
    write('traffic/accept-signed-routers.yaml', 'a router that signs is believed what its signature covers, and all of it or nothing', rules, [
        of('a client and hops', [inner, hops], ['turnout-client', 'turnout-hops'], believed),
        of('nothing is said', [], [], known),
        of('hops alone', [hops], ['turnout-hops'], {**known, 'hops': 2}),
        of('an edge believes hops alone', [inner, hops], ['turnout-client', 'turnout-hops'], {**known, 'hops': 2}, tier='edge'),
        of('a client that is not covered', [inner, hops], ['turnout-hops'], known),
        of('hops that are not covered', [inner, hops], ['turnout-client'], known),
        of('nothing of it is covered', [inner, hops], [], known),
        of('a key added on the way', [inner, hops], ['turnout-client', 'turnout-hops'], known,
           sent=[inner, hops, ('Turnout-Key', '"business:1";rule="never"')]),
        of('a field that means nothing added on the way', [inner, hops], ['turnout-client', 'turnout-hops'], known,
           sent=[inner, hops, ('Turnout-New', '1')]),
        of('a field with underscores added on the way', [inner, hops], ['turnout-client', 'turnout-hops'], known,
           sent=[inner, hops, ('TURNOUT_KEY', '"business:1";rule="never"')]),
        of('a field that means nothing, covered', [inner, hops, ('Turnout-New', '1')], ['turnout-client', 'turnout-hops', 'turnout-new'], believed),
    ])
    nobody = {'outcome': 'reject', 'status': 403, 'rule': 'rest'}
    through = {'outcome': 'cell', 'cell': 'us-1', 'rule': 'cdn'}
    all_of = COVERS + ['turnout-client', 'turnout-hops']
    cases = [
        of('a client that was changed on the way', [told, hops], ['turnout-client', 'turnout-hops'], None, outcome=nobody,
           sent=[('Turnout-Client', '"203.0.113.8";tags="internal via-cdn"'), hops]),
        of('hops that were taken off on the way', [told, hops], ['turnout-client', 'turnout-hops'], None, outcome=nobody, sent=[told]),
        of('one more line of a client', [told, hops], ['turnout-client', 'turnout-hops'], None, outcome=nobody,
           sent=[told, told, hops]),
        case('nothing is signed', [told, hops], {**nobody, 'client': None}, remote=PEER, tier='authority'),
        signed('signed by an edge that is no router', {**nobody, 'client': None}, covered=all_of[:3], headers=[told, hops], tier='authority'),
    ]
    write('traffic/refuse-signed-routers.yaml', 'what was changed on the way is signed by nobody', rules, cases)
    write('traffic/accept-signed-proxies.yaml', 'an edge that is no router is not believed what it hands on, signed or not', rules, [
        signed('covered by its signature', {**through, 'client': THROUGH}, covered=all_of, headers=[CLIENT, told, hops], tier='authority'),
        signed('not covered by its signature', {**through, 'client': THROUGH}, headers=[CLIENT, told, hops], tier='authority'),
    ])


# ---------------------------------------------------------------- the client's address

def groups(text):
    """An address as answers have it: an IPv6 address with all its groups."""
    address = ipaddress.ip_address(text)
    if address.version == 6 and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.version == 4:
        return str(address)
    return ':'.join(f'{int(group, 16):x}' for group in address.exploded.split(':'))


ADDRESS_RULES = '''
turnout: 1
edges:
  - { name: alone, cidr: [10.1.0.0/16], client-ip: { header: X-Client } }
  - { name: hops0, cidr: [10.10.0.0/16], client-ip: { header: X-Forwarded-For, hops: 0 } }
  - { name: hops1, cidr: [10.11.0.0/16], client-ip: { header: X-Forwarded-For, hops: 1 } }
  - { name: hops2, cidr: [10.12.0.0/16], client-ip: { header: X-Forwarded-For, hops: 2 } }
  - { name: hops3, cidr: [10.13.0.0/16], client-ip: { header: X-Forwarded-For, hops: 3 } }
  - { name: forwarded1, cidr: [10.21.0.0/16], client-ip: { header: Forwarded, hops: 1 } }
  - { name: forwarded2, cidr: [10.22.0.0/16], client-ip: { header: Forwarded, hops: 2 } }
  - { name: silent, cidr: [10.30.0.0/16, 10.31.0.0/16] }
  - { name: second, cidr: [10.31.0.0/16, 10.1.9.0/24], client-ip: { header: X-Second } }
tags:
  documented: { cidr: [192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24, "2001:db8::/32", "fe80::/10"] }
  inside: { cidr: [10.0.0.0/8] }
rules:
  - { name: named, when: { tag: documented }, then: cell us-1 }
  - { name: rest, then: reject 403 }
'''
EDGE_PEERS = {'alone': '10.1.2.3', 'hops0': '10.10.2.3', 'hops1': '10.11.2.3', 'hops2': '10.12.2.3', 'hops3': '10.13.2.3',
              'forwarded1': '10.21.2.3', 'forwarded2': '10.22.2.3', 'silent': '10.30.2.3'}
LIST = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']


def addresses():
    good, bad = [], []

    def named(name, edge, header, lines, address, edges=None, remote=None):
        edges = edges or [edge]
        good.append(case(name, [(header, line) for line in lines],
                         {'outcome': 'cell', 'cell': 'us-1', 'rule': 'named', 'client': {
                             'address': groups(address), 'edges': edges,
                             'tags': sorted(['documented'] + ['via-' + e for e in edges]), 'hops': 0}},
                         remote=remote or EDGE_PEERS[edge]))

    def peer(name, edge, header, lines, edges=None, remote=None):
        edges = [edge] if edges is None else edges
        bad.append(case(name, [(header, line) for line in lines],
                        {'outcome': 'reject', 'status': 403, 'rule': 'rest', 'client': {
                            'edges': edges, 'tags': sorted(['inside'] + ['via-' + e for e in edges]), 'hops': 0}},
                        remote=remote or EDGE_PEERS[edge]))

    for length in range(5):
        written = ', '.join(LIST[:length])
        for hops in range(4):
            name = f'{hops} hops of a list of {length}'
            if 0 < hops <= length:
                named(name, f'hops{hops}', 'X-Forwarded-For', [written], LIST[length - hops])
            else:
                peer(name, f'hops{hops}', 'X-Forwarded-For', [written])
        if length == 1:
            named('alone in its field', 'alone', 'X-Client', [written], LIST[0])
        else:
            peer(f'a list of {length} where there must be one', 'alone', 'X-Client', [written])
    xff = 'X-Forwarded-For'
    named('two lines, the last', 'hops1', xff, LIST[:2], LIST[1])
    named('two lines, the first', 'hops2', xff, LIST[:2], LIST[0])
    named('a list in the first of two lines', 'hops2', xff, [f'{LIST[0]}, {LIST[1]}', LIST[2]], LIST[1])
    named('three hops over three lines', 'hops3', xff, LIST[:3], LIST[0])
    named('empty entries are none', 'hops2', xff, [f'{LIST[0]}, ,, {LIST[1]},'], LIST[0])
    named('an empty line is none', 'hops2', xff, [LIST[0], '', LIST[1]], LIST[0])
    named('no blanks, and tabs', 'hops2', xff, [f'{LIST[0]},\t{LIST[1]}\t'], LIST[0])
    named('what is left of it does not matter', 'hops1', xff, [f'rubbish, "a, 10.0.0.1, {LIST[0]}'], LIST[0])
    named('something unknown on the way counts as a hop', 'hops2', xff, [f'{LIST[0]}, unknown'], LIST[0])
    named('its name in another case', 'hops1', 'x-FORWARDED-for', [LIST[0]], LIST[0])
    for written, address in [
            ('192.0.2.1:8080', '192.0.2.1'), ('192.0.2.1:1', '192.0.2.1'), ('2001:db8::1', '2001:db8::1'),
            ('2001:DB8:0:0::1', '2001:db8::1'), ('[2001:db8::1]', '2001:db8::1'), ('[2001:db8::1]:443', '2001:db8::1'),
            ('2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6'), ('2001:db8::192.0.2.1', '2001:db8::c000:201'),
            ('::ffff:192.0.2.1', '192.0.2.1'), ('::FFFF:c000:0201', '192.0.2.1'), ('[::ffff:192.0.2.1]:80', '192.0.2.1'),
            ('0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'), ('fe80::1%eth0', 'fe80::1'), ('[fe80::1%25eth0]:80', 'fe80::1'),
            ('fe80::1%0', 'fe80::1'), ('2001:db8::', '2001:db8::'), ('192.0.2.255', '192.0.2.255')]:
        named(f'the form {written}', 'hops1', xff, [written], address)
    for written in ['unknown', 'localhost', 'example.com', '_hidden', '192.0.2.1:', '192.0.2.1:http', '192.0.2.1:123456', '192.0.2',
                    '192.0.2.256', '192.0.02.1', '0300.0.2.1', '0xc0.0.2.1', '3221225985', '192.0.2.1.', '.192.0.2.1', '192.0.2.-1',
                    '192.0.2.1/32', '+192.0.2.1', '[192.0.2.1]', '[2001:db8::1', '2001:db8::1]', '[2001:db8::1]443', '[]', '"192.0.2.1"',
                    '192.0.2.1 192.0.2.2', '192.0.2.1;', 'for=192.0.2.1', '2001:db8::1::2', '2001:db8:1:2:3:4:5', '2001:db8:1:2:3:4:5:6:7',
                    '2001:db8::12345', '2001:db8::g', ':2001:db8::1', 'fe80::1%', '192.0.2.1%eth0', '::ffff:192.0.2', '192.0.2.1::', 'http://192.0.2.1',
                    '١٩٢.0.2.1']:
        peer(f'the form {written}, which is no address', 'hops1', xff, [f'203.0.113.7, {written}'])
    named('what is no address further to the right', 'hops2', xff, ['192.0.2.1, 192.0.2.999'], '192.0.2.1')
    peer('no such field', 'hops1', 'X-Real-Ip', ['192.0.2.1'])
    peer('another spelling of the field', 'hops1', 'X_Forwarded_For', ['192.0.2.1'])
    peer('an edge that names nobody', 'silent', xff, ['192.0.2.1'])
    named('the first proven edge with a field names the client', 'silent', 'X-Second', ['192.0.2.1'], '192.0.2.1',
          edges=['silent', 'second'], remote='10.31.2.3')
    bad.append(case('the first has no address, and the second is not asked', [('X-Second', '192.0.2.1')],
                    {'outcome': 'reject', 'status': 403, 'rule': 'rest',
                     'client': {'edges': ['alone', 'second'], 'tags': ['inside', 'via-alone', 'via-second'], 'hops': 0}}, remote='10.1.9.1'))
    good.append(case('both name one', [('X-Second', '203.0.113.1'), ('X-Client', '192.0.2.1')],
                     {'outcome': 'cell', 'cell': 'us-1', 'client': {'address': '192.0.2.1', 'edges': ['alone', 'second'],
                      'tags': ['documented', 'via-alone', 'via-second'], 'hops': 0}}, remote='10.1.9.1'))
    named('a long list before it', 'hops2', xff, ['203.0.113.7, ' * 400 + f'{LIST[0]}, {LIST[1]}'], LIST[0])
    named('many commas before it', 'hops1', xff, [',' * 3000 + LIST[0]], LIST[0])
    for edge in ('9.9.9.9', '10.40.0.1'):
        tags = ['inside'] if edge.startswith('10.') else []
        bad.append(case(f'no edge, {edge}', [(h, '192.0.2.1') for h in ('X-Client', xff, 'X-Second', 'X-Real-Ip')] + [('Forwarded', 'for=192.0.2.1')],
                        {'outcome': 'reject', 'status': 403, 'rule': 'rest',
                         'client': {'edges': [], 'tags': tags, 'hops': 0} if tags else None}, remote=edge))
    good.append(case('no edge, but an address of its own', [('X-Client', '10.0.0.1'), (xff, '10.0.0.1')],
                     {'outcome': 'cell', 'cell': 'us-1', 'rule': 'named', 'client': {'edges': [], 'tags': ['documented'], 'hops': 0}}, remote='192.0.2.7'))
    for written, address in [
            ('for=192.0.2.1', '192.0.2.1'), ('For=192.0.2.1;proto=https;by=203.0.113.43', '192.0.2.1'),
            ('by=203.0.113.43;FOR="192.0.2.1:4711"', '192.0.2.1'), ('for="[2001:db8::1]:4711"', '2001:db8::1'),
            ('for="[2001:db8::1]"', '2001:db8::1'), ('for=198.51.100.9, for=192.0.2.1', '192.0.2.1'),
            ('for="198.51.100.9, for=203.0.113.9", for=192.0.2.1', '192.0.2.1'), ('for="192.0\\.2.1"', '192.0.2.1'),
            ('for=_hidden, for=192.0.2.1', '192.0.2.1'), ('host="a;for=203.0.113.9";for=192.0.2.1', '192.0.2.1')]:
        named(f'Forwarded: {written}', 'forwarded1', 'Forwarded', [written], address)
    for written in ['for=unknown', 'for=_hidden', 'for="_SEVKISEK:47"', 'by=192.0.2.1', 'proto=https', 'for=192.0.2.1, proto=https',
                    'for=192.0.2.1;for=203.0.113.1', 'for=192.0.2.1, for=unknown', 'for="2001:db8::1', 'for=', 'for', '192.0.2.1', '']:
        peer(f'Forwarded: {written or "nothing"}', 'forwarded1', 'Forwarded', [written])
    for junk in ('for="', 'for="a\\', '"', 'for=;;=', 'for="x" y', '\\"', 'for="192.0.2.9";for="'):
        named(f'Forwarded behind what a client has broken: {junk}', 'forwarded1', 'Forwarded', [f'{junk}, for=192.0.2.1;by="a, b"'], '192.0.2.1')
    named('Forwarded in two lines', 'forwarded2', 'Forwarded', ['for=192.0.2.1', 'for=198.51.100.1;proto=http'], '192.0.2.1')
    named('an obfuscated hop of Forwarded', 'forwarded2', 'Forwarded', ['for=192.0.2.1, for=_gazonk'], '192.0.2.1')
    named('an element without for is a hop', 'forwarded2', 'Forwarded', ['for=192.0.2.1, proto=http'], '192.0.2.1')
    peer('too few elements', 'forwarded2', 'Forwarded', ['for=192.0.2.1'])
    peer('a comma in quotes makes no element', 'forwarded2', 'Forwarded', ['for="192.0.2.1, for=192.0.2.2"'])
    write('traffic/accept-client-addresses.yaml', 'a proven edge names the address of the client', ADDRESS_RULES, good)
    write('traffic/refuse-client-addresses.yaml', 'where no address is named the peer of the connection counts', ADDRESS_RULES, bad)


# ---------------------------------------------------------------- tags

def tags():
    text = 'shared/addresses/offices.txt'
    crawlers = 'shared/addresses/crawlers.json'
    (FIXTURES / 'shared/addresses').mkdir(exist_ok=True)
    (FIXTURES / text).write_text('# offices, and what is carved out of their ranges\n10.0.0.0/8\n10.128.0.0/9   # twice as well\n'
                                 '192.168.7.0/24\n\n192.168.9.9/32\n2001:db8:7::/48\n\t2001:db8:8::1/128\n::ffff:172.16.0.0/108\n', encoding='utf-8')
    (FIXTURES / crawlers).write_text(json.dumps({'creationTime': '2026-01-01T00:00:00', 'prefixes': [
        {'ipv6Prefix': '2001:db8:4860::/64'}, {'ipv4Prefix': '66.249.64.0/27', 'service': 'a'}, {'ipv4Prefix': '66.249.64.128/25'}]}, indent=1) + '\n', encoding='utf-8')
    rules = f'''
turnout: 1
edges:
  - {{ name: cdn, cidr: [10.99.0.0/16], client-ip: {{ header: X-Client }} }}
tags:
  offices: {{ cidr-file: {text} }}
  crawlers: {{ cidr-file: {crawlers}, user-agent: {{ regex: "(?i).*(testbot|spider).*" }} }}
  either: {{ cidr-file: [{text}, {crawlers}] }}
  claims-bot: {{ user-agent: {{ contains: bot }} }}
  nested: {{ cidr: [20.0.0.0/8, 20.1.0.0/16, 20.1.2.0/24, 20.1.2.3/32, "2001:db8:20::/48", "2001:db8:20:1::/64"] }}
  inner: {{ cidr: [20.1.2.3/32] }}
  everyone: {{ cidr: [0.0.0.0/0, "::/0"] }}
  six: {{ cidr: ["::/0"] }}
  ends: {{ cidr: [0.0.0.0/32, 255.255.255.255/32, "::/128", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128"] }}
  odd: {{ cidr: [77.0.0.8/29, "2001:db8:0:0:8000::/65", "2001:db8:1::/63"] }}
rules:
  - {{ name: admin, when: {{ path: /admin/** }}, unless: {{ tag: offices }}, then: reject 403 }}
  - {{ name: front, when: {{ host: www.example.com }}, unless: {{ tag: via-cdn }}, then: reject 403 }}
  - {{ name: both, when: {{ path: /both }}, unless: {{ tag: offices, method: GET }}, then: reject 403 }}
  - {{ name: any, when: {{ path: /any, tag: [crawlers, inner] }}, then: cell us-2 }}
  - {{ name: bots, when: {{ tag: crawlers }}, then: cell bots }}
  - {{ name: none, when: {{ path: /none }}, unless: {{ tag: everyone }}, then: reject 403 }}
  - {{ name: all, then: cell us-1 }}
'''
    offices = [ipaddress.ip_network(n) for n in ('10.0.0.0/8', '192.168.7.0/24', '192.168.9.9/32', '2001:db8:7::/48', '2001:db8:8::1/128', '172.16.0.0/12')]
    bots = [ipaddress.ip_network(n) for n in ('2001:db8:4860::/64', '66.249.64.0/27', '66.249.64.128/25')]
    nets = {
        'offices': offices, 'crawlers': bots, 'either': offices + bots,
        'nested': [ipaddress.ip_network(n) for n in ('20.0.0.0/8', '2001:db8:20::/48')],
        'inner': [ipaddress.ip_network('20.1.2.3/32')], 'everyone': [ipaddress.ip_network(n) for n in ('0.0.0.0/0', '::/0')],
        'six': [ipaddress.ip_network('::/0')],
        'ends': [ipaddress.ip_network(n) for n in ('0.0.0.0/32', '255.255.255.255/32', '::/128', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128')],
        'odd': [ipaddress.ip_network(n) for n in ('77.0.0.8/29', '2001:db8:0:0:8000::/65', '2001:db8:1::/63', '2001:db8:1::/63')],
    }

    def on(address, agent=''):
        found = set()
        if address:
            ip = ipaddress.ip_address(address)
            ip = ip.ipv4_mapped if ip.version == 6 and ip.ipv4_mapped else ip
            found = {tag for tag, of in nets.items() if any(ip in net for net in of)}
        if not any(word in agent.lower() for word in ('testbot', 'spider')):
            found.discard('crawlers')
        if 'bot' in agent:
            found.add('claims-bot')
        return found

    def client(address, agent='', through=None):
        found = on(address, agent)
        if through:
            return {'address': groups(address), 'edges': ['cdn'], 'tags': sorted(found | {'via-cdn'}), 'hops': 0}
        return {'edges': [], 'tags': sorted(found), 'hops': 0} if found else None

    where = {'files': [text, crawlers]}
    cases = []
    for address in [
            '10.0.0.0', '10.255.255.254', '9.255.255.255', '11.0.0.0', '10.128.0.1', '192.168.7.0', '192.168.7.255', '192.168.6.255', '192.168.8.0',
            '192.168.9.9', '192.168.9.8', '192.168.9.10', '172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0', '::ffff:172.16.0.1',
            '::ffff:10.0.0.1', '::10.0.0.1', '64:ff9b::10.0.0.1', '2002:a00:1::', '2001:db8:7::', '2001:db8:7:ffff:ffff:ffff:ffff:ffff', '2001:db8:6:ffff:ffff:ffff:ffff:ffff', '2001:db8:8::',
            '2001:db8:8::1', '2001:db8:8::2', '66.249.64.31', '66.249.64.32', '66.249.64.127', '66.249.64.128', '66.249.65.0', '2001:db8:4860::1', '2001:db8:4860:1::',
            '19.255.255.255', '20.0.0.0', '20.1.2.2', '20.1.2.3', '20.1.2.4', '20.255.255.255', '21.0.0.0', '2001:db8:20:1::1', '2001:db8:20:2::1', '2001:db8:21::',
            '0.0.0.0', '0.0.0.1', '255.255.255.255', '255.255.255.254', '::', '::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe',
            '77.0.0.7', '77.0.0.8', '77.0.0.15', '77.0.0.16', '2001:db8:0:0:7fff:ffff:ffff:ffff', '2001:db8:0:0:8000::', '2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:1::',
            '2001:db8:1:1:ffff:ffff:ffff:ffff', '2001:db8:1:2::']:
        cases.append(case(f'the address {address}', [], {'outcome': 'cell', 'cell': 'us-1', 'rule': 'all', 'client': client(address)}, remote=address))
    for name, address, agents in [
            ('a crawler that is one', '66.249.64.1', ['TestBot/2.1']), ('in another case', '66.249.64.1', ['Mozilla (compatible; TESTBOT)']),
            ('one of two agents', '66.249.64.1', ['curl', 'spider']), ('over IPv6', '2001:db8:4860::5', ['a spider'])]:
        cases.append(case(name, [('User-Agent', a) for a in agents],
                          {'outcome': 'cell', 'cell': 'bots', 'rule': 'bots', 'client': client(address, ' '.join(agents))}, remote=address))
    for name, address, agents in [
            ('a crawler that only claims to be one', '192.0.2.1', ['TestBot/2.1 spider']), ('an address of crawlers with another agent', '66.249.64.1', ['curl/8']),
            ('an address of crawlers without an agent', '66.249.64.1', []), ('no address, but the agent', None, ['testbot'])]:
        cases.append(case(name, [('User-Agent', a) for a in agents],
                          {'outcome': 'cell', 'cell': 'us-1', 'rule': 'all', 'client': client(address, ' '.join(agents))}, remote=address))
    cases += [
        case('an agent in a field of another name', [('X-User-Agent', 'testbot')], {'outcome': 'cell', 'cell': 'us-1', 'rule': 'all', 'client': client('66.249.64.1')}, remote='66.249.64.1'),
        case('a crawler through the CDN', [('X-Client', '66.249.64.1'), ('User-Agent', 'testbot')],
             {'outcome': 'cell', 'cell': 'bots', 'rule': 'bots', 'client': client('66.249.64.1', 'testbot', True)}, remote='10.99.0.1'),
        case('one of several tags', [('User-Agent', 'spider')], {'outcome': 'cell', 'cell': 'us-2', 'rule': 'any', 'client': client('66.249.64.1', 'spider')}, target='/any', remote='66.249.64.1'),
        case('the other of several tags', [], {'outcome': 'cell', 'cell': 'us-2', 'rule': 'any', 'client': client('20.1.2.3')}, target='/any', remote='20.1.2.3'),
        case('none of several tags', [], {'outcome': 'cell', 'cell': 'us-1', 'rule': 'all', 'client': client('20.1.2.4')}, target='/any', remote='20.1.2.4'),
        case('administration from inside', [], {'outcome': 'cell', 'cell': 'us-1', 'rule': 'all', 'client': client('10.1.2.3')}, target='/admin/users', remote='10.1.2.3'),
        case('administration from inside, through the CDN', [('X-Client', '10.1.2.3')],
             {'outcome': 'cell', 'cell': 'us-1', 'rule': 'all', 'client': client('10.1.2.3', '', True)}, target='/admin/users', remote='10.99.0.1'),
        case('the shop through the CDN', [('Host', 'www.example.com'), ('X-Client', '192.0.2.1')],
             {'outcome': 'cell', 'cell': 'us-1', 'rule': 'all', 'client': client('192.0.2.1', '', True)}, remote='10.99.0.1'),
        case('all that unless asks for', [], {'outcome': 'cell', 'cell': 'us-1', 'rule': 'all', 'client': client('10.1.2.3')}, target='/both', remote='10.1.2.3'),
        case('everybody who has an address', [], {'outcome': 'cell', 'cell': 'us-1', 'rule': 'all'}, target='/none', remote='192.0.2.1'),
    ]
    write('traffic/accept-tags.yaml', 'tags by addresses and agents, and rules that ask for them', rules, cases, **where)
    reject = {'outcome': 'reject', 'status': 403}
    cases = [
        case('administration from outside', [], {**reject, 'rule': 'admin', 'client': client('192.0.2.1')}, target='/admin/users', remote='192.0.2.1'),
        case('administration without an address', [], {**reject, 'rule': 'admin', 'client': None}, target='/admin/users'),
        case('administration from outside, through the CDN inside', [('X-Client', '192.0.2.1')],
             {**reject, 'rule': 'admin', 'client': client('192.0.2.1', '', True)}, target='/admin/users', remote='10.99.0.1'),
        case('administration by who says to be inside', [('X-Forwarded-For', '10.1.2.3'), ('X-Client', '10.1.2.3'), ('Forwarded', 'for=10.1.2.3'), ('Turnout-Client', '"10.1.2.3";tags="offices"')],
             {**reject, 'rule': 'admin', 'client': client('192.0.2.1')}, target='/admin/users', remote='192.0.2.1'),
        case('administration by an encoded path', [], {**reject, 'rule': 'admin'}, target='/%61dmin/users', remote='192.0.2.1'),
        case('the shop past the CDN', [('Host', 'www.example.com')], {**reject, 'rule': 'front', 'client': client('192.0.2.1')}, remote='192.0.2.1'),
        case('the shop past the CDN from inside', [('Host', 'WWW.example.com:443')], {**reject, 'rule': 'front', 'client': client('10.1.2.3')}, remote='10.1.2.3'),
        case('the shop with the tag of the CDN in a field', [('Host', 'www.example.com'), ('Via', 'via-cdn'), ('Turnout-Client', '"10.99.0.1";tags="via-cdn"')],
             {**reject, 'rule': 'front', 'client': client('192.0.2.1')}, remote='192.0.2.1'),
        case('one of what unless asks for', [], {**reject, 'rule': 'both', 'client': client('10.1.2.3')}, target='/both', method='POST', remote='10.1.2.3'),
        case('the other of what unless asks for', [], {**reject, 'rule': 'both', 'client': client('192.0.2.1')}, target='/both', remote='192.0.2.1'),
        case('who has no address is not everybody', [], {**reject, 'rule': 'none', 'client': None}, target='/none'),
    ]
    write('traffic/refuse-tags.yaml', 'who lacks the tag that a rule asks for', rules, cases, **where)


# ---------------------------------------------------------------- handed on

def told():
    rules = '''
turnout: 1
edges:
  - { name: own, router: true, cidr: [10.1.0.0/16] }
  - { name: cdn, cidr: [10.2.0.0/16] }
tags:
  internal: { cidr: [10.0.0.0/8, 203.0.113.0/24] }
splits:
  - name: web
    id: { cookie: rid, max-age: 1h }
    pin: { header: X-Stage }
    stages: [ { name: canary, weight: 1, labels: { v: "2" } }, { name: prod, weight: 1 }, { name: shut, weight: 1, closed: true, labels: { v: "0" } } ]
rules:
  - { name: inside, when: { tag: internal }, then: cell us-1 }
  - { name: secret, when: { tag: via-cdn }, then: cell us-2 }
  - { name: rest, then: reject 403 }
'''
    stages = [('canary', 1), ('prod', 1)]
    routing_id = 'user-7'
    here = winner('web', stages, routing_id)
    cookie = ('Cookie', 'rid=' + routing_id)
    labels = {'canary': {'v': '2'}, 'prod': {}, 'shut': {'v': '0'}}

    def stage(name, how='told', split='web'):
        return {split: {'stage': name, 'how': how, 'labels': labels.get(name, {}) if split == 'web' else {}}}

    computed = stage(here, 'computed')
    cases = []

    def add(name, field, splits, client, remote='10.1.2.3', tier='authority', headers=(), rule='inside', cell='us-1'):
        given = [('Turnout-Client', field)] if field is not None else []
        cases.append(case(name, [cookie, *given, *headers],
                          {'outcome': 'cell', 'cell': cell, 'rule': rule, 'splits': splits, 'set-cookie': None, 'client': client},
                          remote=remote, tier=tier))

    def known(found, address='192.0.2.1'):
        return {'address': address, 'edges': ['own'], 'tags': found, 'hops': 0}

    add('a stage that is told', '"192.0.2.1";tags="internal";splits="web=prod"', stage('prod'), known(['internal']))
    add('the labels are those that the stage has here', '"192.0.2.1";tags="internal";splits="web=canary"', stage('canary'), known(['internal']))
    add('a stage that is closed here', '"192.0.2.1";tags="internal";splits="web=shut"', stage('shut'), known(['internal']))
    add('a stage that is not known here', '"192.0.2.1";tags="internal";splits="web=blue"', stage('blue'), known(['internal']))
    add('a split that is not known here', '"192.0.2.1";tags="internal";splits="shop=prod"', stage('prod', split='shop'), known(['internal']))
    add('two splits', '"192.0.2.1";tags="internal";splits="shop=a web=prod"', {**stage('a', split='shop'), **stage('prod')}, known(['internal']))
    add('no split is told, and none is decided', '"192.0.2.1";tags="internal"', None, known(['internal']))
    add('empty splits', '"192.0.2.1";tags="internal";splits=""', None, known(['internal']))
    add('what is told goes before a pin', '"192.0.2.1";tags="internal";splits="web=prod"', stage('prod'), known(['internal']), headers=[('X-Stage', 'canary')])
    add('tags that are not known here', '"192.0.2.1";tags="internal x-unknown via-far"', None, known(['internal', 'via-far', 'x-unknown']))
    add('tags take the place of those found here', '"203.0.113.9";tags="via-cdn"', None, known(['via-cdn'], '203.0.113.9'), rule='secret', cell='us-2')
    own = {'edges': ['own'], 'tags': ['internal', 'via-own'], 'hops': 0}
    add('nothing is told', None, computed, own)
    for name, field in [
            ('no address', 'tags="internal"'), ('an address that is none', '"x";tags="a"'), ('an address with a port', '"192.0.2.1:80"'),
            ('a stage without a name', '"192.0.2.1";splits="web"'), ('a split twice', '"192.0.2.1";splits="web=prod web=canary"'),
            ('two spaces', '"192.0.2.1";splits="web=prod  shop=a"'), ('a stage that none can be called', '"192.0.2.1";splits="web=Prod"'),
            ('splits that are no text', '"192.0.2.1";splits=prod'), ('two in one line', '"192.0.2.1", "192.0.2.2"')]:
        add(f'a field that cannot be read: {name}', field, computed, own)
    add('an edge does not believe it', '"192.0.2.1";tags="x";splits="web=prod"', computed, own, tier='edge')
    add('not from an edge that is no router', '"192.0.2.1";tags="x";splits="web=shut"', computed,
        {'edges': ['cdn'], 'tags': ['internal', 'via-cdn'], 'hops': 0}, remote='10.2.0.1')
    add('not from anybody else', '"192.0.2.1";tags="x";splits="web=shut"', computed, {'edges': [], 'tags': ['internal'], 'hops': 0}, remote='10.3.0.1')
    write('traffic/accept-told-splits.yaml', 'the first router chooses stages, and the authority takes what it is told', rules, cases)

    reject = {'outcome': 'reject', 'status': 403, 'rule': 'rest', 'splits': None, 'set-cookie': None}
    forged = '"10.1.2.3";tags="internal via-own via-cdn";splits="web=shut"'
    cases = [case(name, [cookie, (field, forged)], {**reject, 'client': None}, remote='192.0.2.1', tier=tier)
             for name, field, tier in [
                 ('tags and splits of a client', 'Turnout-Client', 'authority'), ('in lower case', 'turnout-client', 'authority'),
                 ('with underscores', 'TURNOUT_CLIENT', 'authority'), ('to an edge', 'Turnout-Client', 'edge'),
                 ('to a router that stands alone', 'Turnout-Client', 'standalone')]]
    cases.append(case('a router that says of nobody that they are inside', [('Turnout-Client', '"203.0.113.9";splits="web=prod"')],
                      {**reject, 'client': {'address': '203.0.113.9', 'edges': ['own'], 'tags': [], 'hops': 0}}, remote='10.1.2.3', tier='authority'))
    write('traffic/refuse-told-splits.yaml', 'nobody but a router tells tags and splits', rules, cases)


if __name__ == '__main__':
    split_weights()
    sessions()
    pins()
    conditions()
    signatures()
    addresses()
    tags()
    told()
