import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

const readTranslations = () => getTranslations()
type TitleKey = Parameters<Awaited<ReturnType<typeof readTranslations>>>[0]

/** `generateMetadata` of a page whose title is a message without values: the name on its tab. */
export const titled = (key: TitleKey) => async (): Promise<Metadata> => {
  const read: (key: TitleKey) => string = await readTranslations()
  return { title: read(key) }
}
