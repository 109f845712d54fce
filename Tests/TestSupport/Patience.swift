/// How long a test looks again and again for what is to come, before it fails.
///
/// It says nothing of how fast the program is: a machine may have much else to do.
package let patience = Duration.seconds(60)
