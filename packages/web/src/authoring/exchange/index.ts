export { ImportPackageButton, packageAddress } from './import-package-button.tsx'
export { QuestionExchange } from './question-exchange.tsx'
