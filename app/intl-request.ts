import { getRequestConfig } from 'next-intl/server'
import { readMessages } from '@/lib/messages/catalog'
import { readPageSettings } from './page-settings'

/** The configuration that next-intl requests for pages and layouts. */
export default getRequestConfig(async () => {
  const { language } = await readPageSettings()
  return { locale: language, messages: await readMessages(language), timeZone: 'UTC' }
})
