import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { explainOldNode } from './node-version'

describe('the Node version of the tests', () => {
  it('is one that all of their tools support; for any other version, one sentence explains the problem', () => {
    for (const version of ['20.19.0', '20.20.2', '22.13.0', '22.21.1', '24.0.0', '25.1.0'])
      expect([version, explainOldNode(version)]).toEqual([version, null])
    for (const version of ['18.20.0', '20.9.0', '20.18.3', '21.7.3', '22.12.0', '23.11.0'])
      expect(explainOldNode(version)).toMatch(new RegExp(`^The tests need .*; this is Node ${version}\\.`))
  })

  it('is the version that jsdom, the strictest tool, requires in the lock file', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { engines?: { node?: string } }>
    }
    expect(lock.packages['node_modules/jsdom']?.engines?.node).toBe('^20.19.0 || ^22.13.0 || >=24.0.0')
  })
})
