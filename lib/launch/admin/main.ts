import process from 'node:process'

// There are no other static imports, as in ../main.mjs.
const { runAdmin } = await import('./run')
process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
