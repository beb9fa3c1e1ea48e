import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { makeFile } from '@/components/media/testing-files'
import { WallTile } from '@/components/media/wall/wall-tile'
import { type Spoken, WithMessages } from '@/components/testing-root'
import { readMessages } from '@/lib/messages/catalog'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { buildReport } from '@/lib/report/model'
import { namesIn } from '@/lib/report/names-model'
import { layOut } from '@/lib/report/view'
import { listFindable } from './find/find-items'
import { readWords, renderReport } from './testing'

const messages = await readMessages('de')
const german: Spoken = { locale: 'de', messages }
await installServerTexts(['en', 'de'])
const document = {
  items: [
    { item_id: 's', type: 'section', label: 'Abschnitt 1' },
    { item_id: 'q', parent_id: 's', type: 'question', label: 'Frage 1', responses: { selected: [{ id: 'r' }] } },
    { item_id: 't', parent_id: 's', type: 'text', media: [{ media_id: 'm1', file_ext: 'jpg' }] },
    { item_id: 'g', parent_id: 's', type: 'dynamicfield', label: 'Leiter' },
    { item_id: 'e', parent_id: 'g', type: 'element' },
    { item_id: 'w', parent_id: 's', type: 'weather', label: 'Wetter', responses: { weather: { temperature: '9 C' } } },
    {
      item_id: 'c',
      parent_id: 's',
      type: 'smartfield',
      options: { condition: '4e671f40-e4ff-11e1-aff1-0800200c9a66' },
      evaluation: true,
    },
  ],
}

const drawTile = (title: string) =>
  renderToString(
    <WithMessages spoken={german}>
      <QueryClientProvider client={new QueryClient()}>
        <WallTile
          file={makeFile('m1', { title, inspectionTitle: 'Untitled Runde', templateName: 'Runde' })}
          caption={null}
          index={0}
          size="small"
          isActive
          showsFailure={false}
          onOpen={() => {}}
          onActive={() => {}}
        />
      </QueryClientProvider>
    </WithMessages>,
  )

describe('a person who reads German', () => {
  it('sees German names for items, entries, responses and inspections without a name', () => {
    const html = renderReport(document, '', german)
    const words = readWords(html)
    expect(words).toContain('Inspektion ohne Titel')
    expect(words).toContain('Antwort ohne Bezeichnung')
    expect(words).toContain('Text ohne Bezeichnung')
    expect(words).toContain('Leiter 1 von 1')
    expect(words).toContain('Temperatur 9 C')
    expect(words).toContain('Weil das Kästchen angekreuzt ist.')
    expect(html).toContain('Foto öffnen: Text ohne Bezeichnung')
    expect(html).not.toMatch(/Unnamed|Untitled|without a label|1 of 1/)
  })

  it('finds them by their German names', () => {
    const names = namesIn(createTranslator({ locale: 'de', messages, namespace: 'reportNames' }))
    const answer = createTranslator({ locale: 'de', messages, namespace: 'report.answer' })
    const weather = createTranslator({ locale: 'de', messages, namespace: 'report.weather' })
    const layout = layOut(buildReport(document), { mode: 'filled', showHidden: false })
    const found = listFindable(layout, { instant: (at) => at, answer, names, weather }).map(({ folded }) => folded)
    for (const text of ['text ohne bezeichnung', 'antwort ohne bezeichnung', 'leiter 1 von 1', 'temperatur'])
      expect(found.join('\n')).toContain(text)
  })

  it('sees German titles for files without a question on the wall', () => {
    expect(drawTile('Attachment of the inspection')).toContain('Anhang der Inspektion')
    expect(drawTile('Unnamed signature')).toContain('Unterschrift ohne Bezeichnung')
    expect(drawTile('Unnamed signature')).toContain('Runde ohne Titel')
  })
})
