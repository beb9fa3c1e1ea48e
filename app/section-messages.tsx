import type { ReactNode } from 'react'
import { MoreMessages } from '@/components/ui/page-data/more-messages'
import { type MessageNoun, pickMessages } from '@/lib/messages/catalog'
import { readPageSettings } from './page-settings'

/** Sends the messages of these nouns with a section, for the components in it. */
export async function SectionMessages({ of, children }: { of: readonly MessageNoun[]; children: ReactNode }) {
  const { language } = await readPageSettings()
  return <MoreMessages messages={await pickMessages(language, of)}>{children}</MoreMessages>
}
