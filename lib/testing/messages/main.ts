import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { listLiteralTexts, pruneWaiting, readWaiting, waitingFile } from './literal-text'
import { writePseudoCatalogs } from './pseudo'
import { checkMessages, readShipped } from './report'

const usage = `Usage:
  npm run messages               what is missing, unused, mismatched or not in the catalog; ends with 1 if there is any
  npm run messages -- --pseudo   writes the languages for tests: en-XA (longer, accented) and ar-XB (right to left)
  npm run messages -- --prune    takes files without literal text off ${waitingFile}
`
const say = (text: string) => process.stdout.write(`${text}\n`)

function prune(): void {
  const before = readWaiting()
  const left = pruneWaiting(listLiteralTexts(readShipped()), before)
  writeFileSync(waitingFile, `${JSON.stringify(left, null, 2)}\n`)
  const [count, countBefore] = [left, before].map((list) => Object.keys(list).length)
  say(`${count} of ${countBefore} files are left in ${waitingFile}`)
}

function check(): void {
  const reports = checkMessages()
  for (const { title, problems } of reports)
    say([`${title}: ${problems.length === 0 ? 'ok' : problems.length}`, ...problems].join('\n  '))
  process.exitCode = reports.every(({ problems }) => problems.length === 0) ? 0 : 1
}

const { values } = parseArgs({
  options: { pseudo: { type: 'boolean' }, prune: { type: 'boolean' }, help: { type: 'boolean' } },
})
if (values.help === true) say(usage)
else if (values.pseudo === true) writePseudoCatalogs()
else if (values.prune === true) prune()
else check()
