'use client'

import { Fragment } from 'react'
import { NameLink } from '@/components/ui/lists/name-link'
import { siteHref, templateHref, userByNameHref } from '@/lib/browser/routes'

/** "Forklift check · Leeds · Robin Sayers", each name with a link to its page. A name that is null is left out. */
export function PlaceLinks({
  templateId = null,
  template = null,
  site = null,
  author = null,
  more = null,
  className,
}: {
  templateId?: string | null | undefined
  template?: string | null | undefined
  site?: string | null | undefined
  author?: string | null | undefined
  /** A further text, which has no page. */
  more?: string | null | undefined
  className?: string
}) {
  const names = [
    { name: template, href: templateId === null ? null : templateHref(templateId) },
    { name: site, href: site === null ? null : siteHref(site) },
    { name: author, href: author === null ? null : userByNameHref(author) },
    { name: more, href: null },
  ].filter(({ name }) => name !== null)
  return (
    <p className={className}>
      {names.map(({ name, href }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- their places never change
        <Fragment key={at}>
          {at > 0 && ' · '}
          {/* Above the link that covers the row. */}
          <NameLink href={href} className="relative z-1">
            {name}
          </NameLink>
        </Fragment>
      ))}
    </p>
  )
}
