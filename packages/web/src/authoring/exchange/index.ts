export { ImportPackageButton } from './import-package-button.tsx'
export { QuestionExchange } from './question-exchange.tsx'
export { useExport } from './use-export.tsx'
