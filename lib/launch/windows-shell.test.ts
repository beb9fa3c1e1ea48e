import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

it('scripts that end with npm begin with exec, and a Windows shell, which has none, finds one that runs the rest', () => {
  const replacing = Object.keys(scripts).filter((name) => scripts[name]?.startsWith('exec '))
  expect(replacing).toEqual(['dev', 'demo', 'start'])
  // cmd.exe searches the current folder for a program before it searches PATH.
  expect(readFileSync('exec.cmd', 'utf8').trim()).toBe('@%*')
})
