import localFont from 'next/font/local'

// Geist in parts, each with its characters, as Fontsource's style sheet declares them. The whole font has 70 KB, and
// most pages need only the first part. Next reads the options before it runs anything, so they are literals.

/** 29 KB: the characters of all languages of the console. The only part that pages request before their style sheet. */
const latin = localFont({
  src: '../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  variable: '--font-geist-latin',
  weight: '100 900',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
})

const latinExtended = localFont({
  src: '../node_modules/@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2',
  variable: '--font-geist-latin-ext',
  weight: '100 900',
  adjustFontFallback: false,
  preload: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
})

const vietnamese = localFont({
  src: '../node_modules/@fontsource-variable/geist/files/geist-vietnamese-wght-normal.woff2',
  variable: '--font-geist-vietnamese',
  weight: '100 900',
  adjustFontFallback: false,
  preload: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
    },
  ],
})

const cyrillic = localFont({
  src: '../node_modules/@fontsource-variable/geist/files/geist-cyrillic-wght-normal.woff2',
  variable: '--font-geist-cyrillic',
  weight: '100 900',
  adjustFontFallback: false,
  preload: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116' }],
})

/** Geist's font for code, as its package declares it but not preloaded: most pages show no code, and it takes 70 KB. */
const mono = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  adjustFontFallback: false,
  fallback: ['ui-monospace', 'Menlo', 'DejaVu Sans Mono', 'Courier New', 'monospace'],
  weight: '100 900',
  preload: false,
})

/** Sets the variables of globals.css. */
export const fontVariables = [latin, latinExtended, vietnamese, cyrillic, mono]
  .map(({ variable }) => variable)
  .join(' ')
