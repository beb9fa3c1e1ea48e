import { createHash } from 'node:crypto'
import type { Queryable } from './types'

/** Test tool: the complete public schema as comparable text. */
export async function describeSchema(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(`
    select line from (
      select format('column %s.%s %s %s %s %s', c.relname, a.attname, a.attnum, format_type(a.atttypid, a.atttypmod),
                    a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d
        on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v', 'm', 'p')
      union all
      select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
      union all
      select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
      union all
      select format('relation %s %s %s', relname, relkind, reloptions) from pg_class where relnamespace = 'public'::regnamespace
      union all
      select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind <> 'a'
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union all
      select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
      union all
      select format('view %s %s', viewname, definition) from pg_views where schemaname = 'public'
      union all
      select format('extension %s %s', extname, extversion) from pg_extension
      union all
      select format('migration %s %s', name, checksum) from schema_migrations
    ) lines order by line collate "C"`)
  return rows.map(({ line }) => line)
}

/** A hash of the whole schema. */
export async function hashSchema(db: Queryable): Promise<string> {
  return createHash('sha256')
    .update((await describeSchema(db)).join('\n'))
    .digest('hex')
}
