/** Reads attributes of a tag without an XML parser, for parts that are read by patterns. */

/** The value of an attribute in any namespace; null when the tag does not have it. */
export const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u').exec(tag)
  return found === null ? null : unescapeXml(found[1] ?? found[2] ?? '')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/giu,
    (whole, hex?: string, dec?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = hex === undefined ? Number(dec) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
