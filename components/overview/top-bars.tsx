'use client'

import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { NameLink } from '@/components/ui/lists/name-link'
import { Skeleton } from '@/components/ui/skeleton'
import { classNames } from '@/lib/browser/class-names'
import { templateHref } from '@/lib/browser/routes'

/** The template of a question, for the line below its name. */
export function templateDetail(templateId: string | null, templateName: string | null): TopBar['detail'] {
  return templateName === null
    ? undefined
    : { name: templateName, href: templateId === null ? null : templateHref(templateId) }
}

export interface TopBar {
  key: string
  name: string
  /** The template below the name, if the bar is about a part of it. */
  detail?: { name: string; href: Route | null } | undefined
  href: Route
  completed: number
  failed: number
  links: { completed: Route; failed: Route }
}

/**
 * The sites, templates or questions with the most failures, as bars. Names open their pages, and numbers open the
 * inspections that they count.
 */
export function TopBars({
  id,
  title,
  bars,
  all,
}: {
  id: string
  title: string
  bars: readonly TopBar[] | undefined
  /** The list of all of them, including those without failures. */
  all?: { href: Route; text: string }
}) {
  const t = useTranslations('overview.top')
  const most = Math.max(1, ...(bars ?? []).map(({ completed }) => completed))
  return (
    <section aria-labelledby={id} className="rounded border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {all !== undefined && (
          <Link href={all.href} className="shrink-0 text-sm text-accent-ink underline-offset-2 hover:underline">
            {all.text}
          </Link>
        )}
      </div>
      {bars === undefined ? (
        <Skeleton className="mt-4 h-40 w-full" />
      ) : bars.length === 0 ? (
        <p className="mt-2 text-sm text-ink-muted">{t('none')}</p>
      ) : (
        <ul className="mt-3 flex flex-col gap-2">
          {bars.map(({ key, name, detail, href, completed, failed, links }) => (
            <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-sm">
              <span className="flex min-w-0 flex-col">
                {/* Two links below each other need 24 px each, so that a finger hits only one. */}
                <Link
                  href={href}
                  title={name}
                  className={classNames('truncate font-medium hover:underline', detail !== undefined && 'py-0.5')}
                >
                  {name}
                </Link>
                {detail !== undefined && (
                  <NameLink href={detail.href} className="truncate py-1 text-xs text-ink-muted">
                    {detail.name}
                  </NameLink>
                )}
              </span>
              <span className="text-ink-muted tabular-nums">
                <Link href={links.failed} className="text-bad hover:underline">
                  {t('failed', { count: failed })}
                </Link>{' '}
                <Link href={links.completed} className="hover:underline">
                  {t('of', { count: completed })}
                </Link>
              </span>
              <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="col-span-2 h-1.5 w-full">
                <rect width="100" height="4" rx="1" className="fill-raised" />
                <rect width={(completed / most) * 100} height="4" className="fill-line-strong" />
                <rect width={(failed / most) * 100} height="4" className="fill-bad" />
              </svg>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
