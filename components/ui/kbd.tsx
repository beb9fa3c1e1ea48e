/** Shows keys with the names that keyboards have: `<Kbd keys="mod+k" />`. */
export function Kbd({ keys, className = '' }: { keys: string; className?: string }) {
  return (
    <kbd className={`inline-flex items-center gap-0.5 font-sans ${className}`}>
      {splitKeys(keys).map((key) => (
        <span
          key={key}
          className="inline-flex h-4 min-w-4 items-center justify-center rounded-sm border border-current/30 px-1 text-[0.6875rem] leading-none"
        >
          {names[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
        </span>
      ))}
    </kbd>
  )
}

/** The keys of a combination. A plus joins them, unless it is the last key itself. */
const splitKeys = (keys: string): readonly string[] => keys.match(/[^ +]+|\+(?= |$)/g) ?? [keys]

const names: Record<string, string> = {
  mod: 'Ctrl',
  shift: '⇧',
  escape: 'Esc',
  enter: '↵',
  arrowdown: '↓',
  arrowup: '↑',
  pagedown: 'PgDn',
  pageup: 'PgUp',
  home: 'Home',
  end: 'End',
  space: 'Space',
  arrowleft: '←',
  arrowright: '→',
}
