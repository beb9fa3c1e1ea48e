import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { Boxes, LayoutTemplate, MapPin, Tags, UserRound } from 'lucide-react'
import { groupHref } from '@/components/status-groups/links'
import { useRecentPages } from '@/lib/browser/recent'
import { assetPageHref, siteHref, templateHref, userHref } from '@/lib/browser/routes'
import { assetQueries } from '@/lib/assets/queries'
import { inspectionQueries } from '@/lib/inspections/queries'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { userQueries } from '@/lib/users/queries'
import type { NavItem } from '@/components/shell/nav-items'
import { matchesQuery, type PaletteGroup, type PaletteItem } from './palette-items'

type FoundItem = Omit<PaletteItem, 'run'> & { href: Route }
interface FoundGroup {
  value: PaletteGroup['value']
  items: FoundItem[]
}

const shownMax = 5
/** More than are shown, so that what was opened last is first even if its name comes late. */
const askedMax = 20
const hrefs = { template: templateHref, site: siteHref } as const

/**
 * Assets, users, status groups, templates and sites that `words` find, of the pages that the person may open. What this
 * browser opened last is first. Null: nothing is searched.
 */
export function useFoundThings(
  words: string | null,
  navItems: readonly NavItem[],
  go: (href: Route) => void,
): readonly PaletteGroup[] {
  const may = (name: NavItem['name']) => words !== null && navItems.some((item) => item.name === name)
  const text = words ?? ''
  const recent = useRecentPages()
  const assets = useQuery({ ...assetQueries.found(text, askedMax), enabled: may('assets') })
  const users = useQuery({ ...userQueries.found(text, askedMax), enabled: may('users') })
  const groups = useQuery({ ...statusGroupQueries.board(), enabled: may('statusGroups') })
  const templates = useQuery({ ...inspectionQueries.facetValues({}, 'template', text), enabled: may('inspections') })
  const sites = useQuery({ ...inspectionQueries.facetValues({}, 'site', text), enabled: may('inspections') })
  if (words === null) return []
  const facets = (name: 'template' | 'site', found: typeof sites.data, icon: typeof MapPin) =>
    (found?.values ?? []).flatMap(({ value, label }) =>
      value === null
        ? []
        : [
            {
              value: `${name}:${value}`,
              label: label ?? value,
              icon,
              href: hrefs[name](value),
            },
          ],
    )
  const found: readonly FoundGroup[] = [
    {
      value: 'assets',
      items: (assets.data?.rows ?? []).map((asset) => ({
        value: `asset:${asset.assetId}`,
        label: asset.code,
        icon: Boxes,
        hint: asset.typeName ?? undefined,
        href: assetPageHref(asset.assetId),
      })),
    },
    {
      value: 'users',
      items: (users.data?.rows ?? []).map((user) => ({
        value: `user:${user.userId}`,
        label: user.name,
        icon: UserRound,
        hint: user.email,
        href: userHref(user.userId),
      })),
    },
    {
      value: 'statusGroups',
      items: (groups.data?.groups ?? [])
        .filter(({ name }) => matchesQuery(name, text))
        .map((group) => ({
          value: `group:${group.groupId}`,
          label: group.name,
          icon: Tags,
          href: groupHref(group.groupId),
        })),
    },
    { value: 'templates', items: facets('template', templates.data, LayoutTemplate) },
    { value: 'sites', items: facets('site', sites.data, MapPin) },
  ]
  const placeOf = ({ href }: FoundItem) => {
    const place = recent.findIndex((page) => page.href === href)
    return place === -1 ? recent.length : place
  }
  return found.map(({ value, items }) => ({
    value,
    items: items
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .slice(0, shownMax)
      .map(({ href, ...item }) => Object.assign(item, { run: () => go(href) })),
  }))
}
