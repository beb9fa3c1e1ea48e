import { describe, expect, it } from 'vitest'
import { layOutColumns } from './column-layout'
import { fitTexts } from './text-width'

describe('the width of a column', () => {
  const failed = { id: 'failed', label: 'Nicht bestanden', sort: 'failed', widthPx: 56 }
  const state = { id: 'state', label: 'Status', widthPx: 96, minWidthPx: 80, badges: ['Bereit', 'Fehlgeschlagen'] }

  it('is enough for its label with the sort arrow, and for the longest badge', () => {
    // According to the font file, the label is 94 px wide and the badge's text 90 px.
    expect(fitTexts(failed)).toBeGreaterThanOrEqual(94 + 14 + 16)
    expect(fitTexts(failed)).toBeLessThanOrEqual(94 + 14 + 16 + 12)
    expect(fitTexts(state)).toBeGreaterThanOrEqual(90 + 28 + 16)
    expect(layOutColumns([failed], [{ id: 'failed', widthPx: 56 }]).template).toBe(
      `40px ${fitTexts(failed)}px minmax(44px,1fr)`,
    )
    expect(layOutColumns([state], [{ id: 'state', widthPx: 96 }]).template).toBe(
      `40px minmax(${fitTexts(state)}px,${fitTexts(state)}fr) 44px`,
    )
  })

  it('is the width of its definition if its texts are shorter', () => {
    const site = { id: 'site', label: 'Site', widthPx: 200 }
    expect(layOutColumns([site], [{ id: 'site', widthPx: 200 }], false).template).toBe('200px minmax(44px,1fr)')
  })

  it('is the width that a person has set, even if that truncates its texts', () => {
    expect(layOutColumns([failed], [{ id: 'failed', widthPx: 60 }], false).template).toBe('60px minmax(44px,1fr)')
  })
})
