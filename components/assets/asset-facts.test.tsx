import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { AssetDetail } from '@/lib/assets/schema'
import { readMessages } from '@/lib/messages/catalog'
import { AssetFacts } from './asset-facts'

const asset: AssetDetail = {
  assetId: 'asset_1',
  code: 'A-1',
  typeId: null,
  typeName: null,
  siteId: null,
  siteName: null,
  state: 'active',
  status: null,
  modifiedAt: null,
  createdAt: null,
  inspectedAt: null,
  isExternal: null,
  fields: [],
  mediaNames: [],
  rest: {},
  stale: null,
}

async function showField(locale: 'de' | 'en', kind: string, text: string): Promise<string> {
  const messages = await readMessages(locale)
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      <AssetFacts
        asset={asset}
        detail={{ ...asset, fields: [{ fieldId: 'f1', name: 'Value', kind, text }] }}
        isReading={false}
      />
    </NextIntlClientProvider>,
  )
}

it('writes a price as the language of the person does, and any other text unchanged', async () => {
  expect(await showField('de', 'money_value', '1234.50 EUR')).toContain('1.234,50\u00a0€')
  expect(await showField('en', 'money_value', '1234.50 EUR')).toContain('€1,234.50')
  expect(await showField('de', 'money_value', '{"units":"x"}')).toContain('{&quot;units&quot;:&quot;x&quot;}')
  expect(await showField('de', 'string_value', '1234.50 EUR')).toContain('1234.50 EUR')
})
