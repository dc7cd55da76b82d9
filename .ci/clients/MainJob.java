import java.io.File;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import tearline.ApiClient;
import tearline.ApiException;
import tearline.api.ProcessingApi;
import tearline.api.ResultsApi;
import tearline.model.AvailableResult;
import tearline.model.OcrResult;
import tearline.model.Problem;
import tearline.model.ProcessingMode;
import tearline.model.ProcessingParameters;
import tearline.model.ProcessingResult;
import tearline.model.SubDocument;

/** The README's main job through the generated Java client: java MainJob URL KEY FILE PAGES */
public final class MainJob {
  private static final UUID WORKFLOW = UUID.fromString("00000000-0000-4000-8000-000000000001");

  public static void main(String[] arguments) throws Exception {
    String key = arguments[1];
    int pages = Integer.parseInt(arguments[3]);
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "ApiKey " + key));

    ProcessingParameters parameters = new ProcessingParameters().mode(ProcessingMode.AUTO);
    ProcessingResult result = new ProcessingApi(client).processDocument(
        ProcessingApi.APIProcessDocumentRequest.newBuilder()
            .workflowKey(WORKFLOW)
            ._file(new File(arguments[2]))
            .parameters(client.getObjectMapper().writeValueAsString(parameters))
            .include(List.of(AvailableResult.DOCUMENT_SPLITTING))
            .waitFor(120)
            .build());
    int found = 0;
    for (SubDocument document : result.getDocumentSplitting().getSubDocuments()) {
      System.out.println(document.getName() + " " + document.getPages());
      found += document.getPages().size();
    }
    expectThat(found == pages, "the sub-documents have all pages");

    ResultsApi results = new ResultsApi(client);
    UUID id = result.getProcessingId();
    File pdf = results.getSplitPdf(
        ResultsApi.APIGetSplitPdfRequest.newBuilder().processingId(id).index(0).build());
    byte[] head = Arrays.copyOf(Files.readAllBytes(pdf.toPath()), 4);
    expectThat(Arrays.equals(head, "%PDF".getBytes()), "the PDF begins with %PDF");

    OcrResult ocr = results.getOcr(ResultsApi.APIGetOcrRequest.newBuilder().processingId(id).build());
    expectThat(ocr.getPages().size() == pages, "every page has an OCR result");
    expectThat(!ocr.getPages().get(0).getBboxes().isEmpty(), "the first page has words");

    expectThat("processing_not_accessible".equals(codeOfUnknown(client, results)), "an unknown id is a problem with a code");
  }

  private static String codeOfUnknown(ApiClient client, ResultsApi results) throws Exception {
    try {
      results.getProcessingResult(
          ResultsApi.APIGetProcessingResultRequest.newBuilder().processingId(WORKFLOW).build());
      return "none";
    } catch (ApiException refused) {
      return client.getObjectMapper().readValue(refused.getResponseBody(), Problem.class).getCode();
    }
  }

  private static void expectThat(boolean holds, String what) {
    if (!holds) throw new IllegalStateException("Not so: " + what);
  }
}
