import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as z from 'zod'

const root = process.cwd()

/**
 * Names a program that starts consoles instead of the launcher, such as a container. The value is JSON: the name and
 * the arguments.
 */
export const programVariable = 'SIGHTLINE_PROGRAM'
const program = z.tuple([z.string()], z.string())

function chooseProgram(
  words: readonly string[],
  isThroughNpm: boolean,
  folder: string,
): readonly [string, ...string[]] {
  const other = process.env[programVariable]
  if (other !== undefined && words[0] === 'start' && folder === root && !isThroughNpm)
    return program.parse(JSON.parse(other))
  if (isThroughNpm) return ['npm', 'run', '--silent']
  // The launcher until release 0.2.0.
  const older = 'lib/launch/main.ts'
  if (existsSync(path.join(folder, older)))
    return [process.execPath, '--conditions=react-server', '--import', 'tsx', older]
  return [process.execPath, 'lib/launch/main.mjs']
}

/** Runs the launcher directly, as `npm start` does, or runs `npm start` in a process group, and collects the output. */
export function runLauncher(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  { isThroughNpm = false, folder = root }: { isThroughNpm?: boolean | undefined; folder?: string | undefined } = {},
) {
  const [command, ...first] = chooseProgram(words, isThroughNpm, folder)
  const child = spawn(command, [...first, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: os.homedir(), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isThroughNpm,
  })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => parts.push(bytes.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, output: () => parts.join('') }
}
