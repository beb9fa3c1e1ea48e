import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

it('npm scripts that must stop together with npm begin with exec, and exec.cmd provides exec in a Windows shell', () => {
  const replacing = Object.keys(scripts).filter((name) => scripts[name]?.startsWith('exec '))
  expect(replacing).toEqual(['dev', 'demo', 'start'])
  // cmd.exe searches the current folder for a program before PATH.
  expect(readFileSync('exec.cmd', 'utf8').trim()).toBe('@%*')
})
