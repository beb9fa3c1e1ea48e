import type { Config } from 'tailwindcss'

/** Every color is a CSS variable of app/globals.css, so that both themes are designed in one place. */
const token = (name: string) => `var(--${name})`

const config: Config = {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
  theme: {
    extend: {
      colors: {
        canvas: token('canvas'),
        surface: token('surface'),
        raised: token('raised'),
        line: { DEFAULT: token('line'), strong: token('line-strong') },
        ink: { DEFAULT: token('ink'), muted: token('ink-muted') },
        accent: {
          DEFAULT: token('accent'),
          hover: token('accent-hover'),
          ink: token('accent-ink'),
          soft: token('accent-soft'),
          on: token('accent-on'),
        },
        good: { DEFAULT: token('good'), soft: token('good-soft') },
        attention: { DEFAULT: token('attention'), soft: token('attention-soft') },
        bad: { DEFAULT: token('bad'), soft: token('bad-soft') },
        unknown: { DEFAULT: token('unknown'), soft: token('unknown-soft') },
        stage: token('stage'),
        status: Object.fromEntries(
          ['green', 'yellow', 'orange', 'red', 'blue', 'purple', 'grey'].map((name) => [
            name,
            { DEFAULT: token(`status-${name}`), soft: token(`status-${name}-soft`) },
          ]),
        ),
      },
      fontFamily: {
        // The first part is last, because it brings its own fallback for while it loads.
        sans: [
          ...['latin-ext', 'vietnamese', 'cyrillic', 'latin'].map((part) => `var(--font-geist-${part})`),
          'system-ui',
          'sans-serif',
        ],
        mono: ['var(--font-geist-mono)', 'ui-monospace', 'monospace'],
      },
      // 13 px in tables, 14 px text, 20 px page titles; lines on the 4 px grid.
      fontSize: {
        xs: ['0.75rem', '1rem'],
        sm: ['0.8125rem', '1.25rem'],
        base: ['0.875rem', '1.25rem'],
        lg: ['1rem', '1.5rem'],
        xl: ['1.25rem', '1.75rem'],
      },
      transitionDuration: { DEFAULT: '120ms' },
      borderRadius: { DEFAULT: '6px', md: '6px' },
      boxShadow: { float: '0 8px 24px -6px rgb(0 0 0 / 0.28), 0 0 0 1px var(--line)' },
    },
  },
}

export default config
