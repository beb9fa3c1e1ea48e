import * as fc from 'fast-check'

/** Malformed requests: their first lines, paths and first headers. */

const piece = fc.oneof(
  fc.constantFrom(
    '%',
    '%f',
    '%ff',
    '%zz',
    '%c3%28',
    '%00',
    '%2e%2e',
    '%2f',
    '%5c',
    '%u0041',
    '%25',
    '..',
    '.',
    ';x',
    '\\',
  ),
  fc.constantFrom(
    'inspections',
    'assets',
    'api',
    'service',
    'audits',
    'report',
    '_next',
    'static',
    'data',
    'image',
    'sign-in',
  ),
  fc.constantFrom(
    '?a=%ff',
    '#',
    '?',
    '&',
    '=',
    '[id]',
    '(console)',
    '.rsc',
    '.json',
    '\xff',
    '\xc3\xa9',
    '<',
    '"',
    '{',
    '|',
    '`',
    "'",
  ),
  fc.stringMatching(/^[!-~]{1,12}$/),
)

const path = fc
  .array(fc.tuple(fc.constantFrom('/', '/', '/', '//', '\\', ''), piece), { minLength: 1, maxLength: 6 })
  .map((parts) => `/${parts.flat().join('')}`)

const target = fc.oneof(
  { weight: 6, arbitrary: path },
  { weight: 3, arbitrary: path.map((rest) => `/api${rest}`) },
  { weight: 1, arbitrary: path.map((rest) => `http://other.example${rest}`) },
  { weight: 1, arbitrary: path.map((rest) => `https://user:pw@other.example:99999${rest}`) },
  fc.constantFrom(
    '*',
    '',
    'other.example:443',
    'x',
    '?',
    '#',
    '//',
    '///',
    '\\\\other.example',
    'http://',
    'http:///',
    '/:80',
  ),
)

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('TRACE', 'CONNECT', 'PROPFIND', 'MKCOL', 'LOCK', 'PURGE', 'SEARCH', 'M-SEARCH', 'LINK'),
  },
  fc.constantFrom('get', 'FOO', '', 'G\x00T', 'PRI', 'DEBUG', 'TRACK'),
)

const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant('HTTP/1.1') },
  fc.constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/1.1.1', 'http/1.1', ''),
)

const header = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  fc.constantFrom(
    'Host: other.example\r\n',
    'Upgrade: websocket\r\nConnection: Upgrade\r\n',
    'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
    'Expect: 200-ok\r\n',
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
    'Content-Length: -1\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'x-bad header: 1\r\n',
    'x: \x00\r\n',
    'RSC: 1\r\nNext-Router-State-Tree: %5B\r\n',
    'x-forwarded-proto: https\r\n',
    `x-long: ${'x'.repeat(20_000)}\r\n`,
  ),
)

/** One request as bytes (latin1). Its connection ends with the response. */
export const malformedRequest = fc
  .record({ method, target, version, header, hasHost: fc.integer({ min: 0, max: 9 }).map((of10) => of10 > 0) })
  .map(
    (parts) =>
      `${parts.method} ${parts.target} ${parts.version}\r\n${parts.hasHost ? 'Host: 127.0.0.1\r\n' : ''}${parts.header}Connection: close\r\n\r\n`,
  )
