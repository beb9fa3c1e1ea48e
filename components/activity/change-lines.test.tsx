import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WithMessages } from '@/components/testing-root'
import { readMessages } from '@/lib/messages/catalog'
import { ChangeLines } from './change-lines'

it('names the colors of a status in the language of the person', async () => {
  const html = renderToStaticMarkup(
    <WithMessages spoken={{ locale: 'de', messages: await readMessages('de') }}>
      <ChangeLines
        lines={[
          {
            kind: 'recolored',
            from: 'STATUS_BADGE_COLOR_YELLOW',
            status: { name: 'In Wartung', color: 'STATUS_BADGE_COLOR_RED' },
          },
        ]}
      />
    </WithMessages>,
  )
  expect(html).toContain('(Gelb zu Rot)')
})
