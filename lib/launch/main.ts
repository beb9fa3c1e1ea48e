import process from 'node:process'

// Nothing else is imported statically: an old Node must get this sentence, not a syntax error of something newer.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 9)) {
  process.stderr.write(`Sightline needs Node 20.9 or newer; this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  const { launch } = await import('./launch')
  process.exitCode = await launch(process.argv.slice(2), process.env)
}
