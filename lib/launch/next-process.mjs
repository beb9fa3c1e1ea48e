// Loaded into Next's process before anything of Next (see console-process.ts): Next gives no way to the limits of its server,
// nor to requests before they reach it. The first server that the process makes is Next's.
import http from 'node:http'

// A hang-up goes to all of a group. The launcher decides whether it is meant (console-process.ts).
process.on('SIGHUP', () => {})

const options = {
  // Of a request, from its first byte; how long an answer takes is not limited.
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  // Node would answer by itself, without our headers; lib/http/request-target.ts refuses them.
  requireHostHeader: false,
}

const { createServer } = http
http.createServer = (...given) => {
  http.createServer = createServer
  const next = given.at(-1)
  let door = null
  let open
  const opened = new Promise((resolve) => {
    open = resolve
  })
  const server = createServer(options, (request, response) => {
    if (door !== null) door.handle(request, response, next)
    // What comes before the console is up waits for it, as Next itself would have it wait.
    else void opened.then(() => door.handle(request, response, next))
  })
  globalThis[Symbol.for('sightline.next-server')] = {
    server,
    options,
    open: (frontDoor) => {
      door = frontDoor
      open()
    },
  }
  return server
}
