import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { journalledRoutes } from '@/lib/testing/journalled'
import { readSources } from '@/lib/testing/sources'
import { actionGroups, objectKinds } from './model'
import { knownActions } from './sentence-table-model'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const sources = readSources()
const routes = sources.filter(({ file }) => /^app\/api\/.*\/route\.ts$/.test(file))

const nameOf = (method: string, file: string) => `${method} /${path.posix.dirname(file).replace(/^app\//, '')}`
const exportsMethod = (text: string, method: string) =>
  new RegExp(`^export (?:const|(?:async )?function) ${method}\\b|^export const \\{[^}]*\\b${method}\\b`, 'm').test(text)

/** The pass-through forwards requests, and writes `service.<operation>` for changes. */
const isPassThrough = (file: string) => file === 'app/api/service/[...path]/route.ts'

describe('the activity log', () => {
  it('has a decision for every route that changes something or sends a file', () => {
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

  it('has a sentence for each action that a route writes', () => {
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
          // Code writes an action literally or composes it of noun and verb.
          const isWritten = code.includes(`'${action}'`) || (code.includes(`\`${noun}.\${`) && /^[a-z-]+$/.test(verb))
          expect(isWritten, action).toBe(true)
          expect(knownActions, action).toContain(action)
        }
    }
  })

  it('has each action in one group of the filter', () => {
    const grouped = actionGroups.flatMap(({ actions }) => actions)
    expect(grouped.toSorted()).toEqual(knownActions.toSorted())
    expect(objectKinds).toContain('session')
  })
})
