import { type Permission, type Role } from '@/lib/access/permissions'
import { listPermissionRows } from '@/lib/api-tokens/model'

/** What a token is narrowed to: reading and changing, by what it is about. */
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
  const toggle = (permission: Permission, isOn: boolean) => {
    const next = new Set(value)
    if (isOn) next.add(permission)
    else next.delete(permission)
    onChange(next)
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Permissions</legend>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-muted">
            <th scope="col" className="py-1.5 font-medium">
              About
            </th>
            <th scope="col" className="w-16 py-1.5 text-center font-medium">
              Read
            </th>
            <th scope="col" className="w-16 py-1.5 text-center font-medium">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {listPermissionRows(role).map(({ noun, label, read, write }) => (
            <tr key={noun} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1 text-left font-normal">
                {label}
              </th>
              {[read, write].map((permission, index) => (
                <td key={index === 0 ? 'read' : 'write'} className="text-center">
                  {permission !== null && (
                    <label className="inline-flex size-8 items-center justify-center">
                      <input
                        type="checkbox"
                        checked={value.has(permission)}
                        onChange={(event) => toggle(permission, event.target.checked)}
                        aria-label={`${label}: ${index === 0 ? 'read' : 'change'}`}
                        className="size-4 accent-accent"
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
