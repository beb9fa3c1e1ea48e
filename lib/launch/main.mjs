// @ts-check
// Plain JavaScript that runs without a loader: `npm start` stays in this process (see waiter/waiter.mjs).
import process from 'node:process'
import { fileURLToPath } from 'node:url'

// There are no static imports of our own files: an old Node must print this message, and not a syntax error from newer
// code.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 9)) {
  process.stderr.write(`Sightline needs Node 20.9 or newer; this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  const [command = '', ...words] = process.argv.slice(2)
  if (['demo', 'dev', 'start'].includes(command)) {
    const file = fileURLToPath(import.meta.url)
    // In a package this file is main.js, and all other files are JavaScript too.
    const loader = file.endsWith('.mjs') ? ['--conditions=react-server', '--import', 'tsx'] : []
    const { runConsole } = await import('./waiter/waiter.mjs')
    process.exitCode = await runConsole([...loader, file, 'prepare', command, ...words])
  } else {
    const { runTool } = await import('./tools.ts')
    process.exitCode = await runTool(command, words, process.env)
  }
}
