import { describe, expect, it } from 'vitest'
import { readMessages } from '@/lib/messages/catalog'
import { pageLanguages } from '@/lib/messages/languages'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { renderText } from '@/lib/server-text'
import { readObjectText } from './object-text'

const inGerman = (action: string, name: string, objectId: string | null = null) =>
  renderText(readObjectText(action, objectId, name), 'de')

describe('the object of an entry', () => {
  it('is named in the reader’s language if the log has a text in place of a name', async () => {
    await installServerTexts(['en', 'de'])
    expect(inGerman('inspection.export', '1,204 inspections')).toBe('1.204 Inspektionen')
    expect(inGerman('export.start', '2 inspections', 'job')).toBe('2 Inspektionen')
    expect(inGerman('user-job.export', '1 user', 'job')).toBe('1 Benutzer')
    expect(inGerman('activity.export', 'about 12,000 entries')).toBe('etwa 12.000 Einträge')
    expect(inGerman('saved-view.import', '3 views')).toBe('3 Ansichten')
    expect(inGerman('user.export', 'users')).toBe('die Benutzerliste')
    expect(inGerman('rule.act', 'The sync is failing or late', 'sync')).toBe(
      'Synchronisierung schlägt fehl oder ist verspätet',
    )
    expect(inGerman('reconcile.start', 'full reconciliation')).toBe('vollständiger Abgleich')
    expect(renderText(readObjectText('review.mark', null, '3 inspections'))).toBe('3 inspections')
  })

  it('is the event of a reprocessed delivery as the page of webhooks names it, in every language', async () => {
    await installServerTexts()
    const { events: english } = (await readMessages('en')).webhooks
    for (const language of pageLanguages) {
      const { events } = (await readMessages(language)).webhooks
      const shown = Object.values(english).map((name) =>
        renderText(readObjectText('webhook-delivery.replay', 'delivery', name), language),
      )
      expect(shown).toEqual(Object.values(events))
    }
    expect(inGerman('webhook-delivery.replay', 'Owner changed', 'delivery')).toBe('Eigentümer geändert')
  })

  it('keeps its name if it has one', () => {
    expect(readObjectText('saved-view.create', 'view', '3 views')).toBe('3 views')
    expect(readObjectText('user-job.run', null, 'users.csv')).toBe('users.csv')
    expect(readObjectText('account.update', null, 'users')).toBe('users')
  })
})
