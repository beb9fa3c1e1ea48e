import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { StatusMark } from '@/components/status/status-chip'
import { NameLink } from '@/components/ui/lists/name-link'
import type { ActivityEntry } from '@/lib/activity/schema'
import { describeSentence, writeValue, type SentencePart } from '@/lib/activity/sentence-model'
import { classNames } from '@/lib/browser/class-names'
import { useMay } from '@/lib/browser/sign-in/actor'
import { languageOfName, type ObjectAccess, objectHref } from './links'

/** The sentence of an entry, with its objects linked and its statuses in their colors. */
export function EntrySentence({
  id,
  entry,
  isInRow = false,
}: {
  id?: string
  entry: ActivityEntry
  /** In a row of a table: one line, whose links do not open the row. */
  isInRow?: boolean
}) {
  const t = useTranslations('activity')
  const { parts } = describeSentence(t, entry)
  const access = {
    mayReadPeople: useMay('people:read'),
    mayReadRules: useMay('rules:read'),
    mayReadSchedules: useMay('schedules:read'),
  }
  return (
    <p id={id} className={classNames('min-w-0 text-sm', isInRow ? 'truncate' : 'wrap-anywhere')}>
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence have no other name
        <Fragment key={index}>{drawPart(part, entry, { ...access, isInRow })}</Fragment>
      ))}
    </p>
  )
}

function drawPart(
  part: SentencePart,
  entry: ActivityEntry,
  { isInRow, ...access }: ObjectAccess & { isInRow: boolean },
) {
  if (part.slot === 'words') return part.text
  const { slot, value } = part
  const name = writeValue(value)
  switch (value.kind) {
    case 'person':
      return <span className="font-medium">{name}</span>
    case 'status':
      return (
        <span className="font-medium">
          {value.color !== null && <StatusMark color={value.color} className="me-1 inline-block align-baseline" />}
          {name}
        </span>
      )
    case 'thing': {
      const { objectKind, objectId } = value
      const href =
        slot === 'object'
          ? objectHref(entry, access)
          : objectHref({ objectKind, objectId, objectName: name, after: null, relatedTo: [] }, access)
      return (
        <span lang={languageOfName(objectKind)}>
          <Thing name={name} href={href} isInRow={isInRow} />
        </span>
      )
    }
  }
  if (slot === 'progress') return <span className="tabular-nums">{name}</span>
  return slot === 'from' || slot === 'to' ? <span className="font-medium">{name}</span> : name
}

function Thing({ name, href, isInRow }: { name: string; href: Route | null; isInRow: boolean }) {
  if (isInRow)
    return (
      <NameLink isInRow href={href} className={href === null ? 'font-medium' : 'font-medium text-accent-ink'}>
        {name}
      </NameLink>
    )
  return href === null ? (
    <span className="font-medium">{name}</span>
  ) : (
    // Above the button that covers the row.
    <Link href={href} className="relative font-medium text-accent-ink hover:underline">
      {name}
    </Link>
  )
}
