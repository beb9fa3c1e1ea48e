import process from 'node:process'

// No other static imports: an old Node must print this message, not a syntax error from newer code.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 9)) {
  process.stderr.write(`Sightline needs Node 20.9 or newer; this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  const [command = '', ...words] = process.argv.slice(2)
  const { findTool } = await import('./tools')
  const tool = findTool(command)
  const run = tool ?? (await import('./launch')).launch
  process.exitCode = await run(tool === null ? process.argv.slice(2) : words, process.env)
}
