// Runs one PostgreSQL server as long as the console lives. The console has the other end of stdin. When stdin closes,
// because the console stopped, crashed or was killed with SIGKILL, this process stops PostgreSQL and ends. It is plain
// JavaScript that only imports modules of Node, because it starts without the console's loader.
//
// Argument: one JSON object { command, args, env, cwd, uid, gid, dataDir, remove }. Output: one JSON object per line:
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
// If the console is dead, nobody reads the output. This process must still stop PostgreSQL.
process.stdout.on('error', () => {})
// A signal to the whole process group or control group must not end this process before the server. Only stdin counts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => {})

const tail = []
const server = spawn(order.command, order.args, {
  cwd: order.cwd,
  env: order.env,
  stdio: ['ignore', 'ignore', 'pipe'],
  // Detached from the terminal's process group, because the console handles Ctrl-C and stops the database last.
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
  // Waits shortly for the last lines in the pipe. Children of the server may keep the pipe open.
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

// The server writes its state to the eighth line of postmaster.pid. pg_ctl reads the same line.
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
