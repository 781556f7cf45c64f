/** Largest page that the API returns. */
const maxPageRows = 100

/** Reads page after page of a list, until it ends or `most` rows are read. Other fields are those of the last page. */
export async function readPages<Page extends { rows: unknown[]; total: number }>(
  most: number,
  read: (paging: { page: number; number_of_rec: number }) => Promise<Page>,
): Promise<Page> {
  const rows: Page['rows'] = []
  for (let page = 1; ; page += 1) {
    const reply = await read({ page, number_of_rec: maxPageRows })
    rows.push(...reply.rows)
    const isLast = reply.rows.length < maxPageRows
    if (isLast || rows.length >= Math.min(reply.total, most)) return { ...reply, rows }
  }
}
