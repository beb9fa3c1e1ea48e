import { parseArgs } from 'node:util'
import { makePackage } from './make'
import { tryPackage, tryWithServer } from './try'

const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    'without-database': { type: 'boolean', default: false },
    'base-path': { type: 'string' },
    try: { type: 'boolean', default: false },
  },
})
const withDatabase = !values['without-database']
const basePath = values['base-path']
const megabytesMax = withDatabase ? 150 : 80

const { file, bytes } = await makePackage(process.cwd(), { withDatabase, basePath }, say)
const megabytes = bytes / 1e6
say(`${file}: ${megabytes.toFixed(1)} MB`)
if (megabytes > megabytesMax) {
  say(`That is more than ${megabytesMax} MB.`)
  process.exitCode = 1
}
if (values.try) {
  const { firstReadyMs, readyMs } = withDatabase
    ? await tryPackage(file, { basePath })
    : await tryWithServer(file, basePath)
  say(
    `Works in an empty folder. Ready after ${firstReadyMs} ms with a new database, ${readyMs} ms with an existing one.`,
  )
}
