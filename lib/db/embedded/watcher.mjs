// Runs one PostgreSQL server for as long as the console lives. The console holds the other end of stdin: when it closes
// (the console stopped, crashed, or was killed with SIGKILL, which nobody can catch) PostgreSQL is stopped and this
// process ends. Plain JavaScript that imports node alone, because it starts without the console's loader.
//
// Argument: one JSON object { command, args, env, cwd, uid, gid, dataDir, remove } · stdout: one JSON object per line:
// { type: 'ready', pid } | { type: 'log', line } | { type: 'exit', code, signal, tail }
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'

const fastStopMs = 20_000
const immediateStopMs = 5_000
const tailLinesMax = 40

const order = JSON.parse(process.argv[2] ?? '{}')

function tell(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
// The console may be gone: then nobody reads, and that is no reason to leave PostgreSQL running.
process.stdout.on('error', () => {})
// A signal to the whole process group or control group must not end this process before the server: stdin decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => {})

const tail = []
const server = spawn(order.command, order.args, {
  cwd: order.cwd,
  env: order.env,
  stdio: ['ignore', 'ignore', 'pipe'],
  // Out of the terminal's process group: Ctrl-C is for the console, which stops us in its own order.
  detached: true,
  ...(order.uid === null ? {} : { uid: order.uid, gid: order.gid }),
})

let rest = ''
server.stderr.setEncoding('utf8')
server.stderr.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    tail.push(line)
    if (tail.length > tailLinesMax) tail.shift()
    tell({ type: 'log', line })
  }
})

const ended = new AbortController()
let stopping = false

server.on('error', (error) => {
  void finish({ type: 'exit', code: null, signal: null, tail: [...tail, `could not start: ${error.message}`] })
})
server.on('exit', (code, signal) => {
  // The last lines may still be in the pipe; children of the server can hold it open, so it is not awaited for long.
  const timer = setTimeout(() => void finish({ type: 'exit', code, signal, tail }), 200)
  server.stderr.once('close', () => {
    clearTimeout(timer)
    void finish({ type: 'exit', code, signal, tail })
  })
})

async function finish(message) {
  if (ended.signal.aborted) return
  ended.abort()
  if (order.remove !== null) await rm(order.remove, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  process.stdout.write(`${JSON.stringify(message)}\n`, () => process.exit(0))
  setTimeout(() => process.exit(0), 500)
}

function stop() {
  if (stopping || ended.signal.aborted) return
  stopping = true
  server.kill(order.remove === null ? 'SIGINT' : 'SIGQUIT')
  setTimeout(() => server.kill('SIGQUIT'), fastStopMs).unref()
  setTimeout(() => server.kill('SIGKILL'), fastStopMs + immediateStopMs).unref()
}

process.stdin.on('end', stop)
process.stdin.on('close', stop)
process.stdin.on('error', stop)
process.stdin.resume()

// The eighth line of postmaster.pid is the server's own word for its state; pg_ctl reads the same.
async function watchForReady() {
  while (!ended.signal.aborted) {
    const lines = (await readFile(path.join(order.dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') {
      tell({ type: 'ready', pid: server.pid })
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}
void watchForReady()
