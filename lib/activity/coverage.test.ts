import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { journalledRoutes } from '@/lib/testing/journalled'
import { readSources } from '@/lib/testing/sources'
import { actionGroups, kindWords } from './model'
import { actionTable, knownActions } from './sentence-table-model'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const sources = readSources()
const routes = sources.filter(({ file }) => /^app\/api\/.*\/route\.ts$/.test(file))

const nameOf = (method: string, file: string) => `${method} /${path.posix.dirname(file).replace(/^app\//, '')}`
const exportsMethod = (text: string, method: string) =>
  new RegExp(`^export (?:const|(?:async )?function) ${method}\\b|^export const \\{[^}]*\\b${method}\\b`, 'm').test(text)

/** The pass-through hands over what the service has, and writes `service.<operation>` for what it changes. */
const isPassThrough = (file: string) => file === 'app/api/service/[...path]/route.ts'

describe('the log of activity', () => {
  it('is thought of by every route that changes something or hands a file out', () => {
    const wanted = routes
      .filter(({ file }) => !isPassThrough(file))
      .flatMap(({ file, text }) =>
        methods
          .filter((method) => exportsMethod(text, method))
          .filter((method) => method !== 'GET' || text.includes("contentDisposition('attachment'"))
          .map((method) => nameOf(method, file)),
      )
    expect(wanted.length).toBeGreaterThan(40)
    expect(wanted.filter((name) => !(name in journalledRoutes))).toEqual([])
    const there = new Set(
      routes.flatMap(({ file, text }) =>
        methods.filter((method) => exportsMethod(text, method)).map((method) => nameOf(method, file)),
      ),
    )
    expect(Object.keys(journalledRoutes).filter((name) => !there.has(name))).toEqual([])
  })

  it('writes each action that a route is said to write, and no other without words', () => {
    const code = sources
      .filter(
        ({ file }) =>
          /^(lib|app)\//.test(file) &&
          !/\.test\.|testing/.test(file) &&
          !/^lib\/(standin|activity\/sentence-table-model)/.test(file),
      )
      .map(({ text }) => text)
      .join('\n')
    for (const told of Object.values(journalledRoutes)) {
      if ('none' in told) expect(told.none.length).toBeGreaterThan(5)
      else
        for (const action of told.actions) {
          const [noun = '', verb = ''] = action.split('.')
          // Whole, or put together from its noun and verb.
          const isWritten = code.includes(`'${action}'`) || (code.includes(`\`${noun}.\${`) && /^[a-z-]+$/.test(verb))
          expect(isWritten, action).toBe(true)
          expect(actionTable, action).toHaveProperty([action])
        }
    }
  })

  it('has each action in one group of the filter', () => {
    const grouped = actionGroups.flatMap(({ actions }) => actions)
    expect(grouped.toSorted()).toEqual(knownActions.toSorted())
    expect(Object.keys(kindWords)).toContain('session')
  })
})
