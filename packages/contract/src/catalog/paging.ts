/** Pages count from 0. More results exist exactly when the pages loaded so far do not cover the total. */
export function hasMore({ page, pageSize, total }: { page: number; pageSize: number; total: number }): boolean {
  return (page + 1) * pageSize < total
}
