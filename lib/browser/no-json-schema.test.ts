import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

const leaveOut = createRequire(import.meta.url)('./no-json-schema.cjs') as (source: string) => string

describe('the replacement of the part of zod that browsers do not load', () => {
  // The build rule that replaces the part names both files.
  it.each(['to-json-schema.js', 'json-schema-processors.js'])('exports everything that %s exports', async (name) => {
    const file = path.resolve('node_modules/zod/v4/core', name)
    const whole = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as object
    const exported = Array.from(leaveOut(readFileSync(file, 'utf8')).matchAll(/nothing as (\w+)/g), ([, one]) => one)
    expect(new Set(exported)).toEqual(new Set(Object.keys(whole)))
    expect(exported.length).toBeGreaterThan(5)
  })
})
