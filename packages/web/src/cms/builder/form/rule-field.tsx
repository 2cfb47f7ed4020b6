import type { FieldRule } from '@lantern/contract/cms/fields.ts'
import { ColourField } from './colour-field.tsx'
import type { FieldProps } from './form-context.ts'
import { GroupField } from './group-field.tsx'
import { IdsField } from './ids-field.tsx'
import { ImageField } from './image-field.tsx'
import { LinkField } from './link-field.tsx'
import { ListField } from './list-field.tsx'
import { AddressField, ChoiceField, IntegerField, SwitchField, WordsField } from './plain-fields.tsx'
import { RatioField } from './ratio-field.tsx'
import { RichRuleField } from './rich-rule-field.tsx'
import { TimeField } from './time-field.tsx'

type RuleFieldProps = Omit<FieldProps<FieldRule>, 'onChange'> & {
  /** With the path of what changed inside of it. */
  onChange: (value: unknown, path?: string) => void
}

/** The component of each kind of field. */
export function RuleField({ rule, ...props }: RuleFieldProps) {
  switch (rule.is) {
    case 'text':
      return <WordsField {...props} rule={rule} />
    case 'rich':
      return <RichRuleField {...props} rule={rule} />
    case 'choice':
      return <ChoiceField {...props} rule={rule} />
    case 'integer':
      return <IntegerField {...props} rule={rule} />
    case 'switch':
      return <SwitchField {...props} rule={rule} />
    case 'colour':
      return <ColourField {...props} rule={rule} />
    case 'link':
      return <LinkField {...props} rule={rule} />
    case 'address':
      return <AddressField {...props} rule={rule} />
    case 'image':
      return <ImageField {...props} rule={rule} />
    case 'time':
      return <TimeField {...props} rule={rule} />
    case 'ratio':
      return <RatioField {...props} rule={rule} />
    case 'ids':
      return <IdsField {...props} rule={rule} />
    case 'group':
      return <GroupField {...props} rule={rule} />
    case 'list':
      return <ListField {...props} rule={rule} />
  }
}
