import process from 'node:process'

// Nothing else is imported statically, as in ../main.ts.
const { runAdmin } = await import('./run')
process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
