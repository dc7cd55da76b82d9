"""The README's main job through the generated Python client: python main_job.py URL KEY FILE PAGES"""

import json
import sys
from pathlib import Path
from uuid import UUID

from tearline_client import AuthenticatedClient
from tearline_client.api.processing import process_document
from tearline_client.api.results import get_ocr, get_processing_result, get_split_pdf
from tearline_client.models import (
    AvailableResult,
    OcrResult,
    Problem,
    ProcessFile,
    ProcessingMode,
    ProcessingParameters,
    ProcessingResult,
)
from tearline_client.types import File

WORKFLOW = UUID("00000000-0000-4000-8000-000000000001")
url, key, path, pages = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key, prefix="ApiKey", timeout=180)

with Path(path).open("rb") as upload:
    parameters = ProcessingParameters(mode=ProcessingMode.AUTO, threshold=0.5)
    form = ProcessFile(
        file=File(payload=upload, file_name="inbox.pdf", mime_type="application/pdf"),
        parameters=json.dumps(parameters.to_dict()),
    )
    result = process_document.sync(
        WORKFLOW, client=client, body=form, include=[AvailableResult.DOCUMENT_SPLITTING], wait_for=120
    )
assert isinstance(result, ProcessingResult), result
sub_documents = result.document_splitting.sub_documents
for document in sub_documents:
    print(document.name, document.pages)
assert sum(len(document.pages) for document in sub_documents) == int(pages)

pdf = get_split_pdf.sync(result.processing_id, 0, client=client)
assert isinstance(pdf, File), pdf
assert pdf.payload.read(4) == b"%PDF"

ocr = get_ocr.sync(result.processing_id, client=client)
assert isinstance(ocr, OcrResult), ocr
assert len(ocr.pages) == int(pages)
assert ocr.pages[0].bboxes

unknown = get_processing_result.sync(WORKFLOW, client=client)
assert isinstance(unknown, Problem), unknown
assert unknown.code == "processing_not_accessible"
