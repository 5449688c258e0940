import { interests, partner } from "../../../content/get-involved.json";
import { partnerFields } from "../../../shared/forms/partner-form.ts";
import { ChoiceField, ChoicesField, TextField } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import { Application, type SentProps } from "./application-form.tsx";

const { fields } = partner;

/** Spec section 5, "Partner". */
export function PartnerForm(sent: SentProps) {
  return (
    <Application form="partner" fields={partnerFields} words={partner} {...sent}>
      <div className={form.pair}>
        <TextField name="orgName" words={fields.orgName} />
        <ChoiceField name="orgType" words={fields.orgType} options={partner.orgTypes} />
      </div>
      <div className={form.pair}>
        <TextField name="contactName" words={fields.contactName} />
        <TextField name="contactTitle" words={fields.contactTitle} />
      </div>
      <div className={form.pair}>
        <TextField name="contactEmail" words={fields.contactEmail} />
        <TextField name="contactPhone" words={fields.contactPhone} />
      </div>
      <TextField name="website" words={fields.website} />
      <ChoiceField
        name="partnershipType"
        words={fields.partnershipType}
        options={partner.partnershipTypes}
      />
      <ChoicesField name="partnerInterests" words={fields.partnerInterests} options={interests} />
      <TextField name="partnershipProposal" words={fields.partnershipProposal} />
    </Application>
  );
}
