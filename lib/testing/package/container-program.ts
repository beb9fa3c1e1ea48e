import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { imageHandle, stopFirst, TestImage } from './image'

// Starts a console in a container with the settings of its own environment, and passes signals on, as an engine does. The
// harness runs it instead of the launcher (see `programVariable` in consoles/launcher.ts).
const [file = '', ...words] = process.argv.slice(2)
const image = TestImage.open(imageHandle.parse(JSON.parse(readFileSync(file, 'utf8'))))
const ownOnes = new Set(['PATH', 'HOME', 'NODE_ENV'])
const settings = Object.entries(process.env).filter(
  (entry): entry is [string, string] => !ownOnes.has(entry[0]) && entry[1] !== undefined,
)
const command = ['node', 'lib/launch/main.js', ...words]
const container = image.start(Object.fromEntries(settings), command)
container.stdout?.pipe(process.stdout)
container.stderr?.pipe(process.stderr)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopFirst(container, command))
const [code] = (await once(container, 'close')) as [number | null]
process.exitCode = code ?? 1
