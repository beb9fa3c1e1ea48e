import { useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { type Permission, type Role } from '@/lib/access/permissions'
import { listPermissionRows } from '@/lib/api-tokens/model'

/** The permissions of a token: reading and changing, by area. */
export function PermissionChoice({
  role,
  value,
  onChange,
  error,
}: {
  role: Role
  value: ReadonlySet<Permission>
  onChange: (value: ReadonlySet<Permission>) => void
  error: string | undefined
}) {
  const t = useTranslations('apiTokens.permissions')
  const toggle = (permission: Permission, isOn: boolean) => {
    const next = new Set(value)
    if (isOn) next.add(permission)
    else next.delete(permission)
    onChange(next)
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{t('title')}</legend>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-ink-muted">
            <th scope="col" className="py-1.5 font-medium">
              {t('about')}
            </th>
            <th scope="col" className="w-16 py-1.5 text-center font-medium">
              {t('read')}
            </th>
            <th scope="col" className="w-16 py-1.5 text-center font-medium">
              {t('write')}
            </th>
          </tr>
        </thead>
        <tbody>
          {listPermissionRows(role).map(({ area, read, write }) => (
            <tr key={area} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1 text-start font-normal">
                {t(`areas.${area}`)}
              </th>
              {[read, write].map((permission, index) => (
                <td key={index === 0 ? 'read' : 'write'} className="text-center">
                  {permission !== null && (
                    <label className="inline-flex size-8 items-center justify-center">
                      <Checkbox
                        checked={value.has(permission)}
                        onChange={(event) => toggle(permission, event.target.checked)}
                        aria-label={t(index === 0 ? 'readOf' : 'writeOf', { area: t(`areas.${area}`) })}
                      />
                    </label>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
    </fieldset>
  )
}
