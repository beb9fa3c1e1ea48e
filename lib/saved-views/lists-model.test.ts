import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasSameRows, viewListPages, listReadable } from './lists-model'
import { viewLists } from './values-model'

const root = path.resolve(import.meta.dirname, '../..')

describe('a list with saved views', () => {
  it.each(viewLists)('of %s has a page with its permission and the texts of its bar', (list) => {
    const { path: address, permission } = viewListPages[list]
    const page = readFileSync(path.join(root, 'app/(console)', address, 'page.tsx'), 'utf8')
    expect(page).toContain(`requirePageSession('${permission}')`)
    expect(page).toContain(`'savedViews'`)
    expect(listReadable({ role: 'admin', permissions: [permission] })).toContain(list)
    const others = viewLists.filter((other) => viewListPages[other].permission !== permission)
    expect(
      listReadable({ role: 'admin', permissions: others.map((other) => viewListPages[other].permission) }),
    ).not.toContain(list)
  })

  it('has the same rows for two views unless they differ in a filter of the server', () => {
    expect(hasSameRows('imports', 'q=a', 'person=Ada&sort=-users')).toBe(true)
    expect(hasSameRows('imports', 'kind=run&q=a', 'kind=run')).toBe(true)
    expect(hasSameRows('imports', 'kind=run', 'kind=check')).toBe(false)
    expect(hasSameRows('imports', '', 'phase=open')).toBe(false)
    expect(hasSameRows('connections', 'kind=group', '')).toBe(true)
  })
})
