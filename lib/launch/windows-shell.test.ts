import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

it('scripts that end with npm begin with exec, and a shell of Windows, which has none, finds one that runs the rest', () => {
  const replacing = Object.keys(scripts).filter((name) => scripts[name]?.startsWith('exec '))
  expect(replacing).toEqual(['dev', 'demo', 'start'])
  // cmd.exe looks for a program in the folder where it is before it looks at PATH.
  expect(readFileSync('exec.cmd', 'utf8').trim()).toBe('@%*')
})
