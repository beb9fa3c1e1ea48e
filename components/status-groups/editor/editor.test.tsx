// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeId } from '@/components/asset-changes/testing-changes'
import {
  activityId,
  badgeColor,
  makeGroup,
  Page,
  until,
  text,
  names,
  panel,
  said,
  find,
  dialog,
  press,
  choose,
  type,
  key,
  save,
  point,
  openMenu,
  remove,
} from './testing-editor'

let page: Page
beforeEach(() => {
  page = new Page()
})
afterEach(() => page.close())

async function clearBroken() {
  await remove('Broken', /^Clear the status of 34 assets/, 'Remove and clear')
  await save()
  await until(() => expect(text()).toContain('Deleted “Broken” and cleared the status of 34 assets.'))
}

const shownCounts = () => document.querySelector('[aria-label="Statuses in order"]')?.textContent

describe('the editor of a group', () => {
  it('sends one request with the changes, and none without changes', async () => {
    await page.show()
    expect(panel()).toContain('No changes yet')
    await save()
    expect(page.saves).toEqual([])
    await type(0, 'In use')
    expect(panel()).toContain('120 assets will show the new name.')
    await save()
    await until(() => expect(text()).toContain('Assets keep their statuses.'))
    expect(page.saves).toHaveLength(1)
    const [sent] = page.saves
    expect(sent?.base).toEqual(makeGroup())
    expect(Object.keys(sent ?? {}).toSorted()).toEqual(['base', 'options'])
    expect(sent?.options?.map((option) => [option.optionId, option.name])).toEqual([
      ['o1', 'In use'],
      ['o2', 'Broken'],
      ['o3', 'Parked'],
    ])
    expect(panel()).toContain('No changes yet')
  })

  it('undoes and redoes edits, also by keys inside a field', { tags: ['full'] }, async () => {
    await page.show()
    await type(0, 'In')
    await type(0, 'In use')
    await key({ key: 'z', code: 'KeyZ', ctrlKey: true })
    expect(names()).toEqual(['In service', 'Broken', 'Parked'])
    await key({ key: 'Z', code: 'KeyZ', ctrlKey: true, shiftKey: true })
    expect(names()[0]).toBe('In use')
    await press('Discard')
    expect(names()[0]).toBe('In service')
    await press('Undo')
    expect(names()[0]).toBe('In use')
  })

  it('moves a status with Alt and arrow keys, keeps its focus, and announces its position', async () => {
    await page.show()
    const input = document.querySelectorAll<HTMLInputElement>('ol input')[0]
    await act(async () => input?.focus())
    await key({ key: 'ArrowDown', code: 'ArrowDown', altKey: true })
    expect(names()).toEqual(['Broken', 'In service', 'Parked'])
    expect(said()).toBe('In service, now 2 of 3.')
    expect(document.activeElement).toBe(input)
    await key({ key: 'ArrowDown', code: 'ArrowDown', altKey: true })
    await key({ key: 'ArrowDown', code: 'ArrowDown', altKey: true })
    expect(said()).toBe('In service is already last.')
    expect(panel()).toContain('Order: Broken, Parked, In service')
    await save()
    await until(() => expect(page.group?.options.map(({ optionId }) => optionId)).toEqual(['o2', 'o3', 'o1']))
  })

  it('moves a status by dragging, and leaves it in place on Escape', { tags: ['full'] }, async () => {
    await page.show()
    const list = document.querySelector('ol')
    const rowOf = (name: string) =>
      [...(list?.children ?? [])].find((row) => row.querySelector('input')?.value === name)
    // jsdom has no layout, so the test places the rows below each other, 40 px high.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
      const at = [...(list?.children ?? [])].indexOf(this)
      return new DOMRect(0, at * 40, 400, 40)
    })
    const grip = () => rowOf('In service')?.firstElementChild
    await point('pointerdown', grip(), 20)
    await point('pointermove', window, 118)
    expect(names()).toEqual(['Broken', 'Parked', 'In service'])
    await key({ key: 'Escape' })
    expect(names()).toEqual(['In service', 'Broken', 'Parked'])
    await point('pointerdown', grip(), 20)
    await point('pointermove', window, 70)
    await point('pointerup', window, 70)
    expect(names()).toEqual(['Broken', 'In service', 'Parked'])
    expect(find('Undo').hasAttribute('disabled')).toBe(false)
  })

  it('asks what happens to the assets after recounting them, and sends the choice', { tags: ['full'] }, async () => {
    await page.show()
    await openMenu('Broken')
    page.counts = { o1: 120, o2: 35 }
    await press('Remove…')
    await until(() => expect(dialog().textContent).toContain('35 assets have the status “Broken”.35 Forklift'))
    expect(page.refreshed).toEqual([{ typeIds: ['t1'] }])
    expect(dialog().textContent).toContain('Counted now')
    expect(find(/^Remove and move/, dialog()).hasAttribute('disabled')).toBe(true)
    expect(dialog().querySelectorAll('input:checked')).toHaveLength(0)
    await choose('Move to Parked', dialog)
    await press(/^Remove and move/, dialog)
    expect(panel()).toContain('35 assets move toParked')
    await save()
    await until(() => expect(text()).toContain('Deleted “Broken” and moved 34 assets to “Parked”.'))
    expect(page.saves[0]?.removed).toEqual({ kind: 'move', optionId: 'o3' })
    expect(page.saves[0]?.options?.map(({ optionId }) => optionId)).toEqual(['o1', 'o3'])
  })

  it('shows only the number of its types until their names are loaded', async () => {
    const release = page.holdBoard()
    await page.show('admin', 'Used by 1 asset type')
    expect(text()).not.toContain('t1')
    await release()
    await until(() => expect(text()).toContain('Forklift'))
  })

  it('shows no counts between a save that moves assets and the recount', { tags: ['full'] }, async () => {
    await page.show()
    await remove('Broken', 'Move to Parked', 'Remove and move')
    page.isCounting = true
    const held = page.holdBoard()
    await save()
    await until(() => expect(text()).toContain('moved 34 assets to “Parked”.'))
    expect(shownCounts()).toBe(' counting counting')
    // Only numbers from after the save are shown.
    await held()
    await until(() => expect(shownCounts()).toBe(' counting counting'))
    page.isCounting = false
    page.counts = { o1: 120, o3: 34 }
    await page.queryClient.invalidateQueries()
    await until(() => expect(shownCounts()).toBe('120 assets34 assets'))
  })

  it('has one replacement for all removed statuses, and says so', { tags: ['full'] }, async () => {
    await page.show()
    await remove('Broken', 'Move to Parked', 'Remove and move')
    await openMenu('Parked')
    await press('Remove…')
    // The status that was chosen is now removed itself, so nothing is chosen.
    await until(() => expect(dialog().textContent).toContain('“Broken” is removed too'))
    expect(find(/^Remove and move/, dialog()).hasAttribute('disabled')).toBe(true)
    await choose(/^Clear the status of 0 assets/, dialog)
    await press(/^Remove and clear/, dialog)
    expect(panel()).toContain('34 assets will lose their status.')
    expect(panel()).toContain('All removed statuses share one choice per save')
    await press('Keep Broken')
    expect(names()).toEqual(['In service', 'Broken'])
  })

  it('says that a number is unknown when assets cannot be counted', { tags: ['full'] }, async () => {
    page.counts = null
    page.reach = { ...page.reach, assets: 'refused', assetsAsOf: null }
    await page.show()
    await openMenu('Broken')
    await press('Remove…')
    await until(() => expect(dialog().textContent).toContain('Clear the status of its assets'))
    expect(dialog().textContent).toContain('The API token may not list assets')
  })

  it('restores the cleared statuses of assets together with the undo', { tags: ['full'] }, async () => {
    await page.show()
    await clearBroken()
    expect(text()).not.toContain('Undo save')
    await press('Undo and restore 34 statuses')
    await until(() => expect(text()).toContain('33 cleared statuses are being restored.'))
    expect(page.saves[1]?.options?.map(({ optionId, name }) => [optionId, name])).toEqual([
      ['o1', 'In service'],
      [null, 'Broken'],
      ['o3', 'Parked'],
    ])
    expect(page.restored).toEqual([{ activityId }])
    expect(text()).toContain('“Broken” was recreated as a new status.')
    expect(text()).not.toContain('34 assets still have no status.')
    expect(text()).toContain('1 of 34 cannot be restored. It was deleted.')
    expect(document.querySelector('a[href^="/assets/changes/"]')?.getAttribute('href')).toBe(
      `/assets/changes/${changeId}`,
    )
  })

  it('offers the restore again when the undo was saved and the restore was refused', { tags: ['full'] }, async () => {
    page.isRestoreRefused = true
    await page.show()
    await clearBroken()
    await press('Undo and restore 34 statuses')
    await until(() => expect(text()).toContain('34 assets still have no status.'))
    await press('Retry')
    await until(() => expect(text()).toContain('33 cleared statuses are being restored.'))
    expect([page.saves.length, page.restored.length]).toEqual([2, 2])
  })

  it('restores the statuses of assets even if the response to the undo was lost', { tags: ['full'] }, async () => {
    await page.show()
    await clearBroken()
    page.next = 'unknown'
    page.outcome = 'done'
    await press('Undo and restore 34 statuses')
    await until(() => expect(page.restored).toEqual([{ activityId }]))
  })

  it('says once that a save is done, with one way to undo it', async () => {
    await page.show()
    await type(0, 'In use')
    await save()
    await until(() => expect(text()).toContain('Undo save'))
    expect(document.querySelector('[data-toasts]')?.textContent ?? '').toBe('')
    await press('Undo save')
    await until(() => expect(text()).toContain('The group is as it was before.'))
    expect(page.group).toEqual(makeGroup())
    expect(page.saves).toHaveLength(2)
  })

  it('turns an undo that would remove a status into a pending change instead of sending it', async () => {
    await page.show()
    await press('Add status')
    await type(3, 'Sold')
    await save()
    await until(() => expect(page.group?.options).toHaveLength(4))
    await until(() => expect(text()).toContain('Assets keep their statuses.'))
    await press('Undo save')
    expect(page.saves).toHaveLength(1)
    expect(panel()).toContain('Choose what happens to assets with “Sold”.')
  })

  it('promises no restore by an undo that becomes a pending change', async () => {
    await page.show()
    await press('Add status')
    await type(3, 'Sold')
    await clearBroken()
    expect(find(/^Undo save/).textContent).not.toContain('restore')
    expect(text()).toContain('Undo recreates the status but not its assets.')
  })

  it('recounts all assets before a status of a group with more than 200 types is removed', async () => {
    page.group = { ...makeGroup(), typeIds: Array.from({ length: 201 }, (_, at) => `t${at + 1}`) }
    await page.show()
    await openMenu('Broken')
    await press('Remove…')
    await until(() => expect(dialog().textContent).toContain('Counted now'))
    expect(page.refreshed).toEqual([{}])
  })

  it('says that it is unknown whether a copy was created when the response was lost', async () => {
    await page.show()
    await openMenu('Operational')
    await press('Duplicate')
    await until(() => expect(dialog().textContent).toContain('Create'))
    page.next = 'unknown'
    await press(/^Create/, dialog)
    await until(() => expect(text()).toContain('Unknown whether “Operational'))
    expect(page.pushed).toEqual(['/status-groups'])
  })

  it('adds no eleventh status, and says why', async () => {
    const options = Array.from({ length: 10 }, (_, at) => ({
      optionId: `o${at}`,
      name: `S${at}`,
      color: badgeColor('RED'),
    }))
    page.group = { ...makeGroup(), options }
    await page.show()
    const add = find('Add status')
    expect(add.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(add.getAttribute('aria-describedby') ?? '')?.textContent).toContain('10 statuses')
    await press('Add status')
    expect(names()).toHaveLength(10)
  })

  it('sends nothing while there are errors, and lists them', async () => {
    await page.show()
    await type(1, ' ')
    expect(panel()).toContain('Status 2: Enter a name.')
    await save()
    expect(page.saves).toEqual([])
    expect(said()).toContain('Enter a name.')
  })
})

describe('two people who edit one group', () => {
  it(
    'merge changes without conflict, choose in conflicts, and save over the stored group',
    { tags: ['full'] },
    async () => {
      await page.show()
      await type(0, 'In use')
      await type(1, 'Kaputt')
      page.apply({
        description: 'by them',
        options: [
          { optionId: 'o1', name: 'In service', color: badgeColor('GREEN') },
          { optionId: 'o2', name: 'Defective', color: badgeColor('RED') },
        ],
      })
      const theirs = page.group
      await save()
      await until(() => expect(dialog().textContent).toContain('Someone else changed'))
      expect(page.group).toEqual(theirs)
      expect(dialog().textContent).toContain('1 conflict: choose which to keep')
      expect(find('Save merged version', dialog()).hasAttribute('disabled')).toBe(true)
      await choose('Your name', dialog)
      await press('Save merged version', dialog)
      await until(() => expect(page.saves).toHaveLength(2))
      expect(page.saves[1]?.base).toEqual(theirs)
      expect(page.saves[1]?.description).toBeUndefined()
      await until(() => expect(text()).toContain('Assets keep their statuses.'))
      expect(page.group).toEqual({
        ...theirs,
        options: [
          { optionId: 'o1', name: 'In use', color: badgeColor('GREEN') },
          { optionId: 'o2', name: 'Kaputt', color: badgeColor('RED') },
        ],
      })
      expect(names()).toEqual(['In use', 'Kaputt'])
    },
  )

  it(
    'keep their changes when they leave a conflict, and see the conflict again at the next save',
    { tags: ['full'] },
    async () => {
      await page.show()
      await type(0, 'In use')
      page.apply({ name: 'Theirs' })
      await save()
      await until(() => expect(dialog().textContent).toContain('Both changes are merged below'))
      await press('Back to my edits', dialog)
      expect(names()[0]).toBe('In use')
      await save()
      await until(() => expect(dialog().textContent).toContain('Someone else changed'))
      await press('Merge and continue', dialog)
      expect(page.saves).toHaveLength(2)
      expect(document.querySelector('h1')?.textContent).toBe('Theirs')
      await save()
      await until(() => expect(page.group).toMatchObject({ name: 'Theirs', options: [{ name: 'In use' }, {}, {}] }))
    },
  )

  it('can recreate the group when the other person has deleted it', { tags: ['full'] }, async () => {
    await page.show()
    await type(0, 'In use')
    page.group = null
    await save()
    await until(() => expect(dialog().textContent).toContain('Someone else deleted the group'))
    await press('Recreate group', dialog)
    await until(() => expect(page.pushed).toEqual(['/status-groups/g2']))
    expect(page.created).toMatchObject([{ name: 'Operational', options: [{ name: 'In use' }, {}, {}] }])
  })
})

describe('a lost response to a save', () => {
  it('is reported, locks the fields, and shows the result when the save was done', { tags: ['full'] }, async () => {
    await page.show()
    await type(0, 'In use')
    page.next = 'unknown'
    await save()
    await until(() => expect(text()).toContain('The response was lost'))
    await save()
    await type(0, 'Typed meanwhile')
    expect(names()[0]).toBe('In use')
    expect(page.saves).toHaveLength(1)
    page.apply({ options: structuredClone(page.saves[0]?.options ?? []) })
    page.outcome = 'done'
    await until(() => expect(text()).toContain('Saved. The response was lost, but SafetyCulture has the change'))
    expect(page.saves).toHaveLength(1)
    expect(panel()).toContain('No changes yet')
  })

  it('keeps the pending changes when the save was not done', { tags: ['full'] }, async () => {
    await page.show()
    await type(0, 'In use')
    page.next = 'unknown'
    page.outcome = 'failed'
    await save()
    await until(() => expect(text()).toContain('The change was not saved'))
    expect(names()[0]).toBe('In use')
    await save()
    await until(() => expect(page.group?.options[0]?.name).toBe('In use'))
  })

  it('does not lead to a second save with duplicate statuses when Sightline itself did not respond', async () => {
    await page.show()
    await press('Add status')
    await type(3, 'Sold')
    page.next = 'done-offline'
    await save()
    await until(() => expect(text()).toContain('No response arrived'))
    await save()
    await until(() => expect(text()).toContain('This version is already saved'))
    expect(page.group?.options.map(({ name }) => name)).toEqual(['In service', 'Broken', 'Parked', 'Sold'])
    expect(names()).toEqual(['In service', 'Broken', 'Parked', 'Sold'])
  })
})

describe('permission to edit a group', () => {
  it('shows a viewer everything without fields', async () => {
    await page.show('viewer')
    expect(document.querySelector('ol input')).toBeNull()
    expect(text()).toContain('Your role can view status groups but not change them.')
    expect(text()).toContain('34 assets')
  })

  it('shows no fields to anyone after SafetyCulture refused a write', async () => {
    page.reach = { ...page.reach, areWritesRefused: true }
    await page.show()
    expect(document.querySelector('ol input')).toBeNull()
    expect(text()).toContain('Assets: Settings')
  })
})

describe('leaving the editor', () => {
  it('asks first while there are pending changes', async () => {
    await page.show()
    await type(0, 'In use')
    await press('Elsewhere')
    await until(() => expect(dialog().textContent).toContain('Leave without saving?'))
    expect(page.pushed).toEqual([])
    await press('Keep editing', dialog)
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    await press('Discard')
    const free = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(free)
    expect(free.defaultPrevented).toBe(false)
  })
})
