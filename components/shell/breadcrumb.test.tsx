// @vitest-environment jsdom
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useCrumb } from '@/lib/browser/crumb'
import { Breadcrumb } from './breadcrumb'

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function Named({ name }: { name: string | null }) {
  useCrumb(name)
  return null
}

async function at(pathname: string, name: string | null = null) {
  await act(async () =>
    root.render(
      <PathnameContext value={pathname}>
        <Breadcrumb />
        <Named name={name} />
      </PathnameContext>,
    ),
  )
  return [...document.querySelectorAll('nav li')].map(
    (crumb) =>
      `${crumb.textContent}${crumb.querySelector('a') === null ? '' : ` → ${crumb.querySelector('a')?.pathname}`}`,
  )
}
const current = () => document.querySelector('[aria-current=page]')?.textContent
const recent = (): unknown => JSON.parse(localStorage.getItem('sightline.recent-pages') ?? '[]')

describe('the breadcrumb', () => {
  it('always names the pages above the page, and the page itself', async () => {
    expect(await at('/inspections')).toEqual(['Work', 'Inspections'])
    expect(current()).toBe('Inspections')
    expect(await at('/review/follow-ups')).toEqual(['Work', 'Review → /review', 'Follow-ups'])
    expect(current()).toBe('Follow-ups')
    expect(await at('/users/imports/new')).toEqual([
      'People',
      'Users → /users',
      'Imports → /users/imports',
      'New import',
    ])
    expect(await at('/settings/account')).toEqual(['Configure', 'Settings → /settings', 'Account'])
    expect(await at('/nowhere')).toEqual(['Page not found'])
  })

  it('ends with the name of a single object, which is then among the recent pages', async () => {
    expect(await at('/inspections/audit_1')).toEqual(['Work', 'Inspections → /inspections'])
    expect(recent()).toEqual([])
    expect(await at('/inspections/audit_1', 'Forklift check')).toEqual([
      'Work',
      'Inspections → /inspections',
      'Forklift check',
    ])
    expect(current()).toBe('Forklift check')
    expect(recent()).toEqual([{ href: '/inspections/audit_1', title: 'Forklift check' }])
  })
})
