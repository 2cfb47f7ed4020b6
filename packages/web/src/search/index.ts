export { HeaderSearch } from './header-search.tsx'
export { OwnerFilter } from './owner-filter.tsx'
export { readSearch, searchQuery } from './search-address.ts'
export { SearchPage } from './search-page.tsx'
