import { parseArgs } from 'node:util'
import { killAll } from './processes'
import { Soak } from './soak'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string' },
    writes: { type: 'string', default: '50' },
  },
})
const minutes = Number(positionals[0] ?? 10)
const seconds = values.seconds === undefined ? minutes * 60 : Number(values.seconds)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const writesPerSecond = Number(values.writes)
const say = (line: string) => process.stdout.write(`${line}\n`)

if (![seconds, seed, writesPerSecond].every((value) => Number.isFinite(value) && value >= 0)) {
  say('Usage: npm run soak -- [minutes] [--seconds 60] [--seed 1] [--writes 50]')
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    killAll()
    process.exit(130)
  })

const again = `npm run soak -- --seconds ${seconds} --seed ${seed} --writes ${writesPerSecond}`
say(`soak of ${seconds} s with ${writesPerSecond} writes a second, seed ${seed}`)
try {
  const { faults, figures } = await new Soak({ seconds, seed, writesPerSecond, say }).run()
  for (const [name, figure] of Object.entries(figures)) say(`${name.padEnd(28)}${figure}`)
  for (const fault of faults) say(`FAULT ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} catch (error) {
  say(`FAULT ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  process.exitCode = 1
}
say(
  process.exitCode === 1
    ? `again: ${again}`
    : 'lost 0, doubled 0, phantom 0; the checkpoint never went back; the rule acted once for each version',
)
process.exit()
